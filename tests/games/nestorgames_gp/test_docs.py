"""The documents say what is so: their examples are read by the program."""

from __future__ import annotations

import json
import re
from pathlib import Path

from referee.games.nestorgames_gp.actions import parse_turn, turn_text
from referee.games.nestorgames_gp.at_turn import normal_declaration
from referee.games.nestorgames_gp.board_file import board_from_json, board_named
from referee.games.nestorgames_gp.rules import RULES
from referee.games.nestorgames_gp.state import parse_observation

DOCS = Path(__file__).parents[3] / "docs"


def test_the_board_in_the_document_is_valid() -> None:
    """The example of docs/boards-gp.md is a board, and the table of shipped boards is right."""
    text = (DOCS / "boards-gp.md").read_text()
    example = re.search(r"```json\n(.*?)```", text, re.S)
    assert example is not None
    assert board_from_json(example[1]).name == json.loads(example[1])["name"]
    for name, spaces in re.findall(r"^\| `(\w+)` \| (\d+)", text, re.M):
        assert len(board_named(name).track) == int(spaces)


def test_every_example_of_the_notation_reads() -> None:
    """Observation fields, the turn and all declarations of the notation document can be read."""
    text = (DOCS / "notation-nestorgames-gp.md").read_text()
    seen, rest = text.split("| hidden |")
    for key, example in re.findall(r"^\| `(\w+)` \| `([^`]+)`", seen, re.M):
        assert parse_observation(f"nestorgames-gp {key}={example}")
    turn = re.search(r"`(R use=[^`]+)`", rest)
    assert turn is not None
    assert turn_text(parse_turn(turn[1])) == turn[1]
    said = rest.split("## Declarations")[1]
    for row in re.findall(r"^\| (`.*?) \|", said, re.M):
        for example in re.findall(r"`([^`]+)`", row):
            assert normal_declaration(example) == example


def test_every_rule_is_described() -> None:
    """The rules document has a row for every rule."""
    text = (DOCS / "rules-nestorgames-gp.md").read_text()
    for rule in RULES:
        assert f"`{rule.split('/')[1]}`" in text
