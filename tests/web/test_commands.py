"""People's commands: from the one list come the addresses, the checks, the roles, the page's calls and the docs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from markers.command_cards import CARD_OF
from referee.commands import COMMANDS, Command, Pause, example, for_the_page, read, shape_of, shown
from referee.hall.page import ASKED as IN_THE_HALL
from web.words import FOLDER

if TYPE_CHECKING:
    from tests.web.conftest import FakeRace

ALL = list(COMMANDS.values())
OF_THE_RACE = [one for one in ALL if one.path.startswith("/command/")]
SENTENCE = re.compile(r"['A-Z][^\n]+\.")


def body_of(asked: type[Command]) -> dict[str, Any]:
    """A command in full, as it may be sent to its own address."""
    values: dict[type, Any] = {str: "x", int: 1, bool: True}
    shape = shape_of(asked)
    kept = [key for key in shape if key not in asked.either[1:]]
    return {key: (shape[key].limit.choices or (values[shape[key].kind],))[0] for key in kept}


def in_the_docs() -> str:
    """The table of all commands in `docs/page.md`, in Markdown."""
    lines = ["| address | what is sent | who may | what it does |", "|---|---|---|---|"]
    for asked in COMMANDS.values():
        sent = " or ".join(f"`{example(asked, one)}`" for one in asked.either or ("",))
        besides = [f"`{key}`" for key, one in shape_of(asked).items() if not one.needed and key not in asked.either]
        sent += f"; perhaps {', '.join(besides)}" if besides else ""
        who = "anybody" if asked.may is None else asked.may.word
        lines.append(f"| `POST {asked.path}` | {sent} | {who} | {' '.join(str(asked.__doc__).split())} |")
    return "\n".join(lines)


def test_no_address_takes_a_post_but_those_of_the_list(app: Flask) -> None:
    """Every command has its address, and nothing else is sent but to the old one for all, and pictures."""
    posts = {rule.rule for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())}
    assert posts == {one.path for one in ALL} | {"/command", "/camera/picture"}


@pytest.mark.parametrize("asked", OF_THE_RACE, ids=lambda one: one.name)
def test_both_addresses_ask_the_same(client: FlaskClient, race: FakeRace, asked: type[Command]) -> None:
    """The command's own address and the one for all give the race the same typed command."""
    body = body_of(asked)
    assert client.post(asked.path, json=body).status_code == 200
    assert client.post("/command", json={"do": asked.name, **body}).status_code == 200
    assert race.asked == [asked(**body)] * 2


@pytest.mark.parametrize("asked", ALL, ids=lambda one: one.name)
def test_what_is_misshapen_is_told_in_a_sentence(client: FlaskClient, race: FakeRace, asked: type[Command]) -> None:
    """A field too many, one of another type or beyond its limit, or one missing: 400 and one plain sentence."""
    body = body_of(asked)
    wrong = [{**body, "another": 1}, [], {**body, "do": "explode"}, *({**body, key: None} for key in body)]
    for key, one in shape_of(asked).items():
        if one.needed or key in asked.either:
            wrong.append({name: value for name, value in body.items() if name != key and name not in asked.either})
        if one.kind is str:
            wrong.append({**body, key: "x" * (one.limit.most + 1)})
            wrong.append({**body, key: "\0"})
        elif one.kind is int:
            wrong.append({**body, key: one.limit.most + 1})
    for sent in wrong:
        answer = client.post(asked.path, json=sent)
        assert answer.status_code == 400, sent
        assert SENTENCE.fullmatch(answer.get_json()["error"]), answer.get_json()
    assert race.asked == []


def test_what_the_program_alone_may_set_cannot_be_sent(client: FlaskClient, race: FakeRace) -> None:
    """A race starts from the table that the camera sees, whatever a program sends."""
    inside = [one for one in ALL if "INSIDE" in str(one.__annotations__)]
    assert [one.name for one in inside] == ["start", "next"]
    for asked in inside:
        assert client.post(asked.path, json={**body_of(asked), "position": "racepack"}).status_code == 400
    assert race.asked == []


def test_the_docs_hold_the_list() -> None:
    """The table in docs/page.md is the list's own, line by line; the failure prints what it lacks."""
    text = Path("docs/page.md").read_text(encoding="utf-8")
    lacking = [line for line in in_the_docs().splitlines() if line not in text.splitlines()]
    assert lacking == [], "\n".join(["docs/page.md lacks:", *lacking])


def test_every_card_says_a_command() -> None:
    """Each printed card is one command of the list, and no command names a card that is not printed."""
    assert {one.card for one in ALL if one.card} == set(CARD_OF.values())
    assert {shown(card, False).name for card in CARD_OF.values()} == {"close", "undo", "pause"}
    assert (shown("pause", False), shown("pause", True)) == (Pause(True), Pause(False))


def test_the_page_asks_by_the_list() -> None:
    """Every call of the page names a command of the list with fields it has; roles and limits stand nowhere in it."""
    calls, lists = [], for_the_page() | for_the_page(IN_THE_HALL)
    for path in FOLDER.glob("*.js"):
        text = path.read_text(encoding="utf-8")
        calls += re.findall(r'\b(?:ask|command|may)\("(\w+)"(?:, \{([^}]*)\})?', text)
        calls += re.findall(r'sendFrom\("\w+", "(\w+)", \{([^}]*)\}', text)
        assert not re.search(r'method: "POST"', text) or path.name == "link.js", path
        assert not re.search(r'boot\.role [!=]== "', text), path
    for name, fields in calls:
        given = set(re.findall(r"(?:^|, | )(\w+)(?=:|,| $|$)", re.sub(r"\.\.\.[^,]+|: [^,]+", ":", fields)))
        assert given <= lists[name]["fields"].keys(), (name, fields)
    assert {name for name, _ in calls} == COMMANDS.keys() | IN_THE_HALL.keys()
    assert not re.search(r'data-role="(watch|declare)"', (FOLDER / "parts.css").read_text(encoding="utf-8"))
    assert not re.search(r'maxlength="\d', "".join(one.read_text("utf-8") for one in FOLDER.parent.glob("templates/*")))


def test_the_old_address_reads_the_old_json() -> None:
    """What programs have sent so far means what it did."""
    assert str(read({"do": "correct", "accept": True})) == "Correct(turn=0, who='', why='', position='', accept=True)"
    assert read({"do": "mode", "mode": "advise", "who": "Ann"}).name == "mode"
