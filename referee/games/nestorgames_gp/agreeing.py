"""What the players agree on before a race: edition, special items, advanced rules, teams and a championship."""

from __future__ import annotations

from dataclasses import dataclass

from markers.nestorgames_gp.boards import SHIPPED
from referee.errors import NotationError
from referee.games.nestorgames_gp.board_file import board_from_json
from referee.games.nestorgames_gp.observation import CARS
from referee.games.nestorgames_gp.position import Championship, Switches
from referee.games.options import Agreed, Option, agreed, number, switch

PLAYERS = tuple(range(2, len(CARS) + 1))
RECOMMENDED_BOARD = "harbour"
SCORE_PER_CAR = 3
"""The recommended winning score of a championship is so many times the number of cars (Championship Rules)."""

OPTIONS = (
    Option("board", "Which board?", tuple((name, name) for name in SHIPPED), RECOMMENDED_BOARD, own=True),
    Option(
        "edition",
        "Which edition of the rules?",
        (("tray", "with the tray"), ("open", "the later one, without a tray")),
        "tray",
    ),
    Option(
        "items",
        "How do you play with special items?",
        (("tray", "one at a time in the tray"), ("board", "all on the board from the start"), ("none", "without")),
        "tray",
    ),
    number("sets", "How many sets of special items?", 1, 3, 1),
    number("laps", "How many laps?", 1, 9, 3),
    switch("pushed-laps", "Does a pushed car that crosses the finish line take a disc?", True),
    switch("pushed-items", "Does a pushed car set off bombs and slide on oil?"),
    switch("safety", "Advanced: with the safety car?"),
    switch("fastest", "Advanced: half a point for the fastest turn?"),
    switch("wet", "Advanced: a wet race?"),
    Option(
        "teams",
        "Do you race in teams of two?",
        (("no", "no"), ("neighbours", "with the next driver"), ("opposite", "with the driver opposite")),
        "no",
    ),
    switch("championship", "Is it a race of a championship (three points a car win it)?"),
    switch("qualifying", "Is the qualifying round still to be rolled?"),
)


@dataclass(frozen=True)
class Terms:
    """What was agreed on, as positions keep it."""

    switches: Switches
    teams: tuple[str, ...] = ()
    championship: Championship | None = None
    board: str = RECOMMENDED_BOARD
    qualifying: bool = False


def terms(given: Agreed, cars: tuple[str, ...]) -> Terms:
    """Options as the rules need them, for cars in the order of their seats. Raises NotationError for wrong ones."""
    if given.get("edition") == "open" and "items" not in given:
        given = {**given, "items": "board"}
    values = agreed(OPTIONS, given)
    switches = Switches(
        edition=values["edition"],
        items=values["items"],
        sets=int(values["sets"]),
        laps=int(values["laps"]),
        pushed_laps=values["pushed-laps"] == "yes",
        pushed_items=values["pushed-items"] == "yes",
        safety=values["safety"] == "yes",
        wet=values["wet"] == "yes",
        fastest=values["fastest"] == "yes",
    )
    champion = Championship(SCORE_PER_CAR * len(cars)) if values["championship"] == "yes" else None
    if values["board"] not in SHIPPED:
        board_from_json(values["board"])
    return Terms(switches, teams_of(values["teams"], cars), champion, values["board"], values["qualifying"] == "yes")


def teams_of(how: str, cars: tuple[str, ...]) -> tuple[str, ...]:
    """Two cars each. Raises NotationError for an odd number of cars.

    >>> teams_of("neighbours", ("R", "B", "G", "Y")), teams_of("opposite", ("R", "B", "G", "Y"))
    (('RB', 'GY'), ('RG', 'BY'))
    """
    if how == "no":
        return ()
    if len(cars) % 2:
        raise NotationError(f"teams need an even number of cars, not {len(cars)}.")
    if how == "neighbours":
        return tuple(first + second for first, second in zip(cars[::2], cars[1::2], strict=True))
    half = len(cars) // 2
    return tuple(first + second for first, second in zip(cars[:half], cars[half:], strict=True))
