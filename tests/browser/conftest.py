"""A real server with the simulated table and a real browser before it; without Chromium these tests say so and skip."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from missing import browser as chromium

from referee.devices.lenses import LensFolder
from referee.devices.races import RecordsFolder
from referee.devices.sources import open_source
from referee.errors import SetupError
from referee.hosting import Host
from referee.hosting.cameras import CameraList
from web.app import create_app
from web.serve import PageServer

playwright = pytest.importorskip("playwright.sync_api", reason="the browser tests need Playwright")

CHROMIUM = chromium()
NOT_NEEDED = (
    # what Playwright switches off: Chromium takes only the last list that it is given
    "AimEnabled,AvoidCorsURLLoaderRestartOnRedirect,AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,"
    "HttpsFirstBalancedModeAutoEnable,HttpsUpgrades,LensOverlay,MediaRouter,NetworkTimeServiceQuerying,"
    "OptimizationHints,PaintHolding,PreconnectToSearch,TcpPortRandomizationWin,ThirdPartyStoragePartitioning,"
    # a page of its own for the buttons of a window that nobody sees, and a process for a page that nobody opens: with
    # every tab a quarter of what Chromium did
    "InitialWebUI,PreloadTopChromeWebUI,SpareRendererForSitePerProcess,WebUIReloadButton,WebUIToolbar"
)
FLAGS = (  # one process draws all pages: what it has compiled of the page's programs serves the next page, too
    "--no-sandbox --renderer-process-limit=1 --disable-gpu --disable-background-networking --disable-component-update "
    f"--disable-sync --no-first-run --disable-quic --mute-audio --disable-features={NOT_NEEDED}"
)
LAPTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}
WAIT_MS = 30_000
MOST_FREE = 4
"""So many tabs wait for somebody to use them again."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Debian's Chromium, headless."""
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine, so no browser tests ran (apt install chromium-headless-shell)")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS.split())
        yield browser
        browser.close()


class Tabs:
    """Tabs of one browser that are used again: one with a process of its own takes longer to open than most tests.

    Most servers have the same port, one after the other: what a browser keeps but the page's files is removed when a
    tab is left.
    """

    def __init__(self, browser: Any) -> None:
        self._browser = browser
        self._free: list[tuple[dict[str, Any], Any]] = []

    def open(self, options: dict[str, Any], viewport: dict[str, int], color_scheme: str) -> Any:
        """A blank page of a browser that looks like this."""
        page = self._page(options)
        page.set_viewport_size(viewport)
        page.emulate_media(color_scheme=color_scheme)
        return page

    def _page(self, options: dict[str, Any]) -> Any:
        for number, (its, page) in enumerate(self._free):
            if its == options:
                del self._free[number]
                return page
        context = self._browser.new_context(**options)
        context.set_default_timeout(WAIT_MS)
        return context.new_page()

    def leave(self, options: dict[str, Any], page: Any) -> None:
        """A page that nobody needs any more; the one that was left first is closed when there are many."""
        page.evaluate("localStorage.clear(); sessionStorage.clear()")
        page.goto("about:blank")
        page.mouse.move(0, 0)
        page.context.clear_cookies()
        self._free.append((options, page))
        if len(self._free) > MOST_FREE:
            self._free.pop(0)[1].context.close()


class Visit:
    """One tab before one server, with everything it asked for and every error it met."""

    def __init__(
        self, tabs: Tabs, url: str, viewport: dict[str, int] = LAPTOP, color_scheme: str = "light", **options: Any
    ) -> None:
        self.url = url
        self.asked: list[str] = []
        self.errors: list[str] = []
        self._tabs, self._options, self._changed = tabs, options, False
        self.page = tabs.open(options, viewport, color_scheme)
        self._heard = {
            "request": lambda request: self.asked.append(request.url),
            "pageerror": lambda error: self.errors.append(str(error)),
            "console": self._hear,
        }
        for what, hear in self._heard.items():
            self.page.on(what, hear)
        self.page.goto(url)

    @property
    def context(self) -> Any:
        """The tab's browser, to be changed: nobody else gets it."""
        self._changed = True
        return self.page.context

    def leave(self) -> None:
        """The end of the visit."""
        for what, hear in self._heard.items():
            self.page.remove_listener(what, hear)
        if self._changed:
            self.page.context.close()
        else:
            self._tabs.leave(self._options, self.page)

    def _hear(self, line: Any) -> None:
        if line.type == "error":
            self.errors.append(f"{line.text} {line.location.get('url', '')}")

    def click(self, key: str) -> None:
        """Click the element with this data-key."""
        self.page.click(f'[data-key="{key}"]')

    def see(self, selector: str) -> Any:
        """Wait until it is shown."""
        return self.page.wait_for_selector(selector, state="visible")

    def until(self, script: str) -> None:
        """Wait until a JavaScript expression is true (the page's policy lets no string be run inside it).

        Of a page that a link has just begun to load nothing is asked before it stands: it has no body yet.
        """
        for _ in range(WAIT_MS // 100):
            if self.page.evaluate(f"document.readyState !== 'loading' && ({script})"):
                return
            self.page.wait_for_timeout(100)
        raise AssertionError(f"never so: {script}")


@pytest.fixture(scope="session")
def tabs(browser: Any) -> Tabs:
    """Its tabs."""
    return Tabs(browser)


@pytest.fixture
def visit(tabs: Tabs, tmp_path: Path) -> Iterator[Callable[..., Visit]]:
    """Opens tabs; at the end none of them may have met an error or asked another machine.

    The test's folder is asked for, so that it is still there while a page that is open asks the server about it.
    """
    visits: list[Visit] = []

    def open_tab(url: str, **options: Any) -> Visit:
        visits.append(Visit(tabs, url, **options))
        return visits[-1]

    yield open_tab
    for one in visits:
        one.leave()
    assert [error for one in visits for error in one.errors] == []
    for one in visits:
        own = one.url.split("/")[2]
        foreign = [url for url in one.asked if not url.startswith(("blob:", "data:")) and url.split("/")[2] != own]
        assert foreign == []


@pytest.fixture(scope="session")
def home_port() -> int:
    """A port for one server after the other: a browser then has the page's files from the first one on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest.fixture
def serve(home_port: int) -> Iterator[Callable[..., str]]:
    """Serves an app on a free port; gives its address."""
    servers: list[PageServer] = []

    def start(app: Flask, host: str = "127.0.0.1") -> str:
        try:
            server = PageServer(app, host, 0 if servers else home_port)
        except SetupError:  # somebody else took it meanwhile
            server = PageServer(app, host, 0)
        servers.append(server)
        server.start()
        return server.url

    yield start
    for server in servers:
        server.stop()


@pytest.fixture
def make_host(tmp_path: Path) -> Iterator[Callable[..., Host]]:
    """Hosts of the guided path over one folder, their simulated table faster than life."""
    hosts: list[Host] = []

    def make(opener: Any = None, **options: Any) -> Host:
        host = Host(
            RecordsFolder(tmp_path / "races"),
            opener or (lambda text, hear: open_source(text, realtime=True, on_status=hear)),
            CameraList(lambda: ()),
            LensFolder(tmp_path / "lenses"),
            **{"pace_s": 0.02, **options},
        )
        hosts.append(host)
        return host

    yield make
    for host in hosts:
        host.stop()


@pytest.fixture
def app_of() -> Callable[[Host], Flask]:
    """The page over a host."""
    return lambda host: create_app(host)


@pytest.fixture
def guide(
    make_host: Callable[..., Host],
    app_of: Callable[[Host], Flask],
    serve: Callable[..., str],
    visit: Callable[..., Visit],
) -> Callable[..., tuple[Host, Visit]]:
    """A host of the guided path and its first screen, in a tab with these options."""

    def opened(turns: int = 40, **options: Any) -> tuple[Host, Visit]:
        host = make_host(turns=turns)
        return host, visit(serve(app_of(host)), **options)

    return opened
