"""What every game promises alike: options as plain data, status as a set, starts, ends, hard turns, no eyes needed."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

from referee.cli.hard_turns import hard_turns
from referee.errors import IllegalAction, NotationError
from referee.games.options import in_words
from referee.games.registry import GAMES
from referee.mind.reasoned import Game

pytestmark = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))

BLIND = """
import sys
from importlib.abc import MetaPathFinder

class Wall(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"cv2", "numpy", "scipy", "skimage", "flask"}:
            raise ImportError(f"{name} is walled off")
        return None

sys.meta_path.insert(0, Wall())
from random import Random
from referee.games.registry import game
from referee.judge import judge
rules, dice = game(sys.argv[1]), Random(1)
position = rules.start(max(rules.players_allowed), dice)
for _ in range(8):
    turn = rules.play(position, dice, None)
    seen = [rules.observe(text) for text in turn.stops]
    print(judge(rules, turn.before, seen, turn.declared, True).status.value)
    position = turn.after
"""


@pytest.mark.few(1)
def test_the_law_and_the_judge_need_no_eyes(game: Game) -> None:
    """Turns are played and judged with OpenCV, numpy, scipy, scikit-image and Flask walled off."""
    done = subprocess.run([sys.executable, "-c", BLIND, game.name], capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["LEGAL"] * 8, done.stderr


def test_options_are_a_form_that_can_be_filled_in(game: Game) -> None:
    """Each option has a name, words, different choices and a default among them; no name is there twice."""
    names = [option.name for option in game.options]
    assert len(set(names)) == len(names)
    for option in game.options:
        assert option.name
        assert in_words(game.words, option)[0].endswith((".", "?", ":"))
        assert option.default in option.values
        assert len(set(option.values)) == len(option.choices) > 1


def test_every_choice_starts_a_race(game: Game) -> None:
    """Each value, alone or with one other that it needs, gives a position that can be played from."""
    for option in game.options:
        for value in option.values:
            start = _start_with(game, {option.name: value})
            assert start, (option.name, value)
            assert game.check_position(start) == (), (option.name, value)


def _start_with(game: Game, agreed: dict[str, str]) -> str:
    """A start with these options, and one more if they do not go without it; "" when there is none."""
    more = [{}, *({other.name: value} for other in game.options for value in other.values)]
    for players in reversed(game.players_allowed):
        for one in more:
            try:
                return game.start(players, Random(1), {**one, **agreed})
            except NotationError:
                continue
    return ""


def test_the_defaults_are_what_nobody_needs_to_say(game: Game) -> None:
    """All defaults said aloud start the same race as silence."""
    players = game.players_allowed[-1]
    said = {option.name: option.default for option in game.options}
    assert game.start(players, Random(3), said) == game.start(players, Random(3))


def test_options_and_numbers_of_players_that_there_are_not_are_refused(game: Game) -> None:
    """A wrong name, a wrong value and a wrong number of players are each said in a sentence."""
    players = game.players_allowed[0]
    for agreed in ({"colour": "red"}, *({option.name: "perhaps"} for option in game.options[:1])):
        with pytest.raises(NotationError, match=next(iter(agreed))):
            game.start(players, Random(1), agreed)
        with pytest.raises(NotationError):
            game.start_from(game.observe(game.visible(game.start(players, Random(1)))), players, agreed)
    for wrong in (0, game.players_allowed[-1] + 1):
        with pytest.raises(NotationError, match=str(wrong)):
            game.start(wrong, Random(1))


def test_a_start_on_the_table_is_the_start_that_was_laid(game: Game) -> None:
    """What a camera sees of a start is a start, with what was agreed on in its header."""
    for players in game.players_allowed:
        start = game.start(players, Random(1))
        begun = game.start_from(game.observe(game.visible(start)), players)
        assert game.visible(begun) == game.visible(start)
        assert game.check_position(begun) == ()


def test_status_is_a_set_under_the_games_own_rules(game: Game) -> None:
    """A start has nothing wrong; sentences and set say the same; every entry stands under a rule of the game."""
    position = game.start(game.players_allowed[-1], Random(1))
    assert game.status(position) == frozenset()
    assert game.check_position(position) == ()
    broken = _broken(game, position)
    found = game.status(broken)
    assert found
    assert {fault.rule for fault in found} <= set(game.rules)
    assert game.check_position(broken) == tuple(sorted(fault.message for fault in found))


def _broken(game: Game, position: str) -> str:
    """A position that cannot be: two pieces on one place, or no starting line."""
    words = dict(word.partition("=")[::2] for word in position.split()[1:])
    match game.name:
        case "home-racers":
            del words["line"]
        case "royal-racers":
            pawns = words["pawns"].split(",")
            words["pawns"] = ",".join([pawns[0], pawns[1][0] + pawns[0][1:], *pawns[2:]])
        case _:
            cars = words["cars"].split(",")
            words["cars"] = ",".join([cars[0], cars[1].partition(":")[0] + ":" + cars[0].partition(":")[2], *cars[2:]])
    return " ".join([position.split()[0], *(f"{key}={value}" for key, value in words.items())])


def test_a_race_that_is_over_has_no_turn_and_still_reads(game: Game) -> None:
    """The last position of a race reads back; nobody drives there, nothing can be said, and no turn can be played."""
    dice = Random(5)
    position = game.start(game.players_allowed[0], dice)
    while game.over(position) is None:
        position = game.play(position, dice, None).after
    with pytest.raises(IllegalAction):
        game.play(position, dice, None)
    assert game.next_race(position, dice) is None
    assert game.season(position) is None
    with pytest.raises(NotationError):
        game.next_from(position, game.observe(game.visible(position)))
    assert game.what_now(position).standings


def test_hard_turns_are_real_turns(game: Game) -> None:
    """The benchmark's turns have a position, something seen, and a name in words."""
    for name, turns in hard_turns(game, Random(1), 2).items():
        assert len(name.split()) > 1
        assert len(turns) == 2
        for turn in turns:
            assert game.check_position(turn.before) == ()
            assert game.observe(turn.stops[-1]) is not None
