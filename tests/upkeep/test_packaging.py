"""The files that install the referee elsewhere: they parse, and name only what there is."""

import configparser
import re
import runpy
import shlex
import shutil
import subprocess
import tomllib
from contextlib import nullcontext
from pathlib import Path

import click
import pytest
import yaml

from referee.cli.main import cli
from referee.vision import native

TOP = Path(__file__).parents[2]
PACKAGING = TOP / "packaging"
PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))


def parses(words: list[str]) -> bool:
    """Whether the command and its options exist; nothing is run."""
    command = cli.get_command(click.Context(cli), words[0])
    assert command is not None, words
    command.make_context(words[0], words[1:])
    return True


def test_the_compose_file_starts_commands_that_there_are() -> None:
    """A broker, the hall and a table; what it builds from is there, and so is every file that the image takes in."""
    services = yaml.safe_load((PACKAGING / "compose.yaml").read_text(encoding="utf-8"))["services"]
    assert set(services) == {"broker", "hall", "table"}
    assert all(parses(services[name]["command"]) for name in ("hall", "table"))
    build = services["hall"]["build"]
    assert (PACKAGING / build["context"] / build["dockerfile"]).samefile(PACKAGING / "Dockerfile")
    assert {name for service in services.values() for name in service.get("depends_on", [])} <= set(services)


def test_the_image_copies_what_is_there_and_starts_a_command_that_there_is() -> None:
    """Dockerfile and .dockerignore agree, and hold all that the wheel is built from."""
    text = re.sub(r"^#.*\n", "", (PACKAGING / "Dockerfile").read_text(encoding="utf-8"), flags=re.MULTILINE)
    lines = text.replace("\\\n", " ").splitlines()
    kinds = {line.split()[0] for line in lines if line}
    assert kinds <= {"FROM", "RUN", "COPY", "USER", "STOPSIGNAL", "ENV", "VOLUME", "EXPOSE", "ENTRYPOINT", "CMD"}
    assert parses(yaml.safe_load(next(line for line in lines if line.startswith("CMD ")).removeprefix("CMD ")))
    let_in = {line[1:] for line in (TOP / ".dockerignore").read_text(encoding="utf-8").split() if line.startswith("!")}
    assert all((TOP / name).exists() for name in let_in)
    wanted = {PROJECT["project"]["readme"], *PROJECT["project"]["license-files"], "pyproject.toml", "requirements.lock"}
    found = {name.rstrip("*") for name in PROJECT["tool"]["setuptools"]["packages"]["find"]["include"]}
    assert let_in == wanted | found
    for step in (line.removeprefix("RUN ") for line in lines if line.startswith("RUN ")):
        subprocess.run(["sh", "-n", "-c", step], check=True)


@pytest.mark.parametrize("unit", sorted(path.name for path in PACKAGING.glob("*.service")))
def test_a_service_starts_a_command_that_there_is(unit: str) -> None:
    """With each option that it gives; its programs and folders are those of the Debian package."""
    reader = configparser.ConfigParser(strict=False, interpolation=None)
    reader.optionxform = str  # type: ignore[assignment]  # the names of units have capitals
    reader.read(PACKAGING / unit, encoding="utf-8")
    program, *words = shlex.split(reader["Service"]["ExecStart"])
    assert program == "/usr/bin/referee"
    assert parses([word for word in words if not word.startswith("$")])
    variables = {word[1:] for word in words if word.startswith("$")}
    defaults = (PACKAGING / "defaults").read_text(encoding="utf-8")
    assert variables <= set(re.findall(r"^(\w+)=", defaults, re.MULTILINE))
    assert reader["Service"]["StateDirectory"] == unit.removesuffix(".service")


@pytest.mark.parametrize("script", ["packaging/debian", "tools/try-wheel"])
def test_a_script_can_be_read_and_says_how_it_is_used(script: str) -> None:
    """Bash finds nothing wrong with it; an option that there is not prints its use."""
    assert shutil.which("bash")
    subprocess.run(["bash", "-n", TOP / script], check=True)
    said = subprocess.run([TOP / script, "--nonsense"], capture_output=True, text=True, check=False)
    assert said.returncode == 2
    assert script in said.stdout


def test_what_each_wheel_is_tried_by_passes_where_the_eye_is_compiled(capsys: pytest.CaptureFixture[str]) -> None:
    """One wheel a system, tried by the eye, which refuses one without the compiled loops; the build asks for the oldest
    Python that the project allows."""
    wheels = PROJECT["tool"]["cibuildwheel"]
    assert wheels["build"] == f"{PROJECT['tool']['distutils']['bdist_wheel']['py_limited_api']}-*"
    assert wheels["test-command"].endswith("packaging/try_eye.py")
    with nullcontext() if native.library else pytest.raises(AssertionError, match="are not compiled in this wheel"):
        runpy.run_path(str(PACKAGING / "try_eye.py"))
    assert ("is compiled and reads" in capsys.readouterr().out) == bool(native.library)
