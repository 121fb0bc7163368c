"""What several commands share: reading the files a user names, opening records, printing JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import platformdirs

from referee.devices.files import is_there, read_text
from referee.errors import CalibrationError, KitError, NotationError, RecordError, SetupError

if TYPE_CHECKING:
    from calibration.camera_model import CameraModel
    from markers.design import Wish
    from markers.kit import Manifest
    from referee.devices.authority import Authority
    from referee.devices.camera_visit import CameraVisit
    from referee.devices.machines import Machines
    from referee.devices.table_key import TableKey
    from referee.mind.reasoned import Game
    from referee.record.entry import Store
    from referee.settings import Settings


def size_in_words(count: int) -> str:
    """A file's size for people.

    >>> size_in_words(24_847), size_in_words(1_018_085)
    ('25 kB', '1.0 MB')
    """
    return f"{count / 1e6:.1f} MB" if count >= 100_000 else f"{max(count / 1e3, 1):.0f} kB"


def print_json(value: Any) -> None:
    """One JSON value on one line of stdout, sent at once."""
    click.echo(json.dumps(value, ensure_ascii=False))


def usual_wish(game: str) -> Wish:
    """How a game's kit is printed when the user wishes nothing: what a game must tell its kit goes in here."""
    from markers.design import Wish

    return Wish()


def boards_wished(game: str, names: Sequence[str]) -> tuple[str, ...]:
    """The texts of the boards to print, by name or from files.

    Raises
    ------
    KitError
        when the game has no boards or a file cannot be read or raced on.
    """
    if names and game != "nestorgames-gp":
        raise KitError(f"{game} is not played on a board of its own: leave --board out.")
    return tuple(_board(name) for name in names)


def _board(name: str) -> str:
    from markers.nestorgames_gp.boards import SHIPPED, shipped_board
    from referee.games.nestorgames_gp.board_file import board_from_json

    if name in SHIPPED:
        return shipped_board(name)
    if not Path(name).exists():
        raise KitError(f"There is no board '{name}': name one of {', '.join(SHIPPED)}, or a board file.")
    text = _read(name, KitError)
    try:
        board_from_json(text)
    except NotationError as problem:
        raise KitError(f"{name}: {problem}") from problem
    return text


def options_given(law: Game, words: Sequence[str]) -> dict[str, str]:
    """What was agreed on, as `name=value`; where something of one's own may be chosen, the value may name its file.

    Raises
    ------
    NotationError
        when a word is no option, or the file cannot be read.
    """
    from referee.games.options import parse_agreed

    given = parse_agreed(words)
    for option in law.options:
        value = given.get(option.name, "")
        if value and option.own and not option.allows(value):
            if not Path(value).exists():
                told = ", ".join(option.values)
                raise NotationError(f"the option {option.name} is {told} or a file of your own, not '{value}'.")
            given[option.name] = _read(value, NotationError)
    return given


def _kit_in_file(path: str) -> Manifest:
    """The manifest in a file. Raises KitError, which names the file."""
    from markers import manifest

    text = _read(path, KitError)
    try:
        return manifest.from_json(text)
    except KitError as problem:
        raise KitError(f"{path}: {problem}") from problem


def load_kit(game: str, path: str | None, sets: int = 1) -> Manifest:
    """The manifest in a file or folder, or the game's own on A4 for so many sets of pieces.

    Raises
    ------
    KitError
        when it cannot be read, is another game's, or when a folder holds none or several of this game.
    """
    from markers import kits

    if path is None:
        return kits.manifest(game, wish=replace(usual_wish(game), packs=sets))
    if Path(path).is_dir():
        return _kit_in(game, Path(path))
    kit = _kit_in_file(path)
    if kit.kit != game:
        raise KitError(f"{path} is the {kit.kit} kit, not {game}'s")
    return kit


def load_prints(path: str | None) -> dict[str, Manifest]:
    """People's own prints by game: the one in a file, or those that `referee print` wrote to a folder.

    Raises
    ------
    KitError
        when there is none, or a folder holds several of one game.
    """
    from markers.kits import games_with_kits

    if path is None:
        return {}
    if not Path(path).is_dir():
        kit = _kit_in_file(path)
        return {kit.kit: kit}
    found = {game: load_kit(game, path) for game in games_with_kits() if any(Path(path).glob(f"{game}-*.json"))}
    if not found:
        raise KitError(f"There is no print in {path}: name the folder or the file that  referee print  wrote.")
    return found


def _kit_in(game: str, folder: Path) -> Manifest:
    """The one print of a game in a folder that `referee print` wrote to."""
    found = {file: _kit_in_file(str(file)) for file in sorted(folder.glob(f"{game}-*.json"))}
    if not found:
        return load_kit(game, str(folder / "manifest.json"))
    if len(set(found.values())) > 1:
        raise KitError(f"{folder} holds several prints; name one with --kit: {', '.join(str(file) for file in found)}")
    return next(iter(found.values()))


def load_camera(path: str | None) -> CameraModel | None:
    """The lens model in a file, or None when no file is named. Raises CalibrationError when it cannot be read."""
    from calibration.camera_model import CameraModel

    if path is None:
        return None
    text = _read(path, CalibrationError)
    try:
        return CameraModel.from_json(text)
    except CalibrationError as problem:
        raise CalibrationError(f"{path}: {problem}") from problem


def load_settings(path: str | None) -> Settings:
    """Settings from a file, or from the user's own settings file when there is one."""
    from referee.settings import Settings, from_toml

    own = _settings_folder() / "settings.toml"
    if path is None and not own.exists():
        return Settings()
    return from_toml(_read(path or str(own), SetupError))


def table_key() -> TableKey:
    """This table's key, from the settings folder; made at first use."""
    from referee.devices.table_key import TableKey

    return TableKey.of(_settings_folder())


def authority() -> Authority:
    """This computer's own certificate authority, from the settings folder; made at first use."""
    from referee.devices.authority import Authority

    return Authority.of(_settings_folder())


def machines() -> Machines:
    """The programs that may talk to this computer's pages."""
    from referee.devices.machines import Machines

    return Machines(_settings_folder())


def camera_visit() -> CameraVisit:
    """The visit of the phone that is the camera, kept in the settings folder over a restart."""
    from referee.devices.camera_visit import CameraVisit

    return CameraVisit(_settings_folder())


def own_key() -> str:
    """The public half of this table's key, "" before there was one."""
    from referee.devices.table_key import FILE

    return table_key().public if (_settings_folder() / FILE).exists() else ""


def _settings_folder() -> Path:
    return Path(platformdirs.user_config_dir("race-referee"))


def hall_password(made: Callable[[], str]) -> str:
    """The password of this computer's own hall, made at first use and kept where only its owner may read it.

    Raises SetupError when it can be neither read nor kept.
    """
    file = _settings_folder() / "hall.password"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(0o600)
        password = file.read_text(encoding="utf-8").strip()
        if not password:
            file.write_text(password := made(), encoding="utf-8")
    except OSError as problem:
        raise SetupError(f"The hall's password cannot be kept in {file}: {problem.strerror}.") from problem
    except ValueError as problem:
        raise SetupError(f"The hall's password in {file} is no text: remove that file.") from problem
    return password


def races_folder() -> Path:
    """Where records go when the user names no file."""
    return Path(platformdirs.user_data_dir("race-referee")) / "races"


def open_record(path: str | None, resume: bool, header: dict[str, Any], keep: bool) -> tuple[Store, str]:
    """A store and its path for the page ("" when nothing is kept).

    A new record never overwrites an old one; `resume` goes on with the named record, or with the newest one.

    Raises
    ------
    RecordError
        when there is nothing to resume, the record is of another game, or the file exists already.
    """
    from referee.devices.races import new_record
    from referee.devices.store import SqliteStore
    from referee.record.memory import MemoryStore

    if resume:
        target = (
            Path(path)
            if path
            else newest_record(races_folder(), "there is no record to resume; name one with --record FILE")
        )
        store: Store = SqliteStore.open(target, table_key())
        if store.header.get("game") != header["game"]:
            store.close()
            raise RecordError(f"{target} is a record of {store.header.get('game')}, not of {header['game']}")
        return store, str(target)
    if path is None and not keep:
        return MemoryStore(header), ""
    if path is None:
        return new_record(races_folder(), datetime.now(), header, table_key())
    return SqliteStore.create(Path(path), header, table_key()), path


def close_record(store: Store) -> None:
    """Close a record, and say so when it is not all in one file."""
    store.close()
    if store.left_log:
        click.echo(store.left_log, err=True)


def refuse_to_overwrite(path: str | None, resume: bool, resumable: bool = True) -> None:
    """Say so before anything is opened when a new record would lie where one is already. Raises RecordError."""
    if path is not None and not resume and Path(path).exists():
        advice = "add --resume to go on with it, or name another file" if resumable else "name another file"
        raise RecordError(f"{path} is there already; {advice}.")


def refuse_target(out: Path, record: Path) -> None:
    """Raise RecordError when something made of a record may not be written there: over it, or to no regular file."""
    if is_there(out) and not out.is_file():
        raise RecordError(f"{out} is no regular file; name another one with --out.")
    if is_there(out) and is_there(record) and out.samefile(record):
        raise RecordError(f"{out} is the record itself; name another file with --out.")


def newest_record(folder: Path, otherwise: str) -> Path:
    """The record in a folder that was written last. Raises RecordError, in the words `otherwise`, without any."""
    newest = max(folder.glob("*.sqlite"), key=lambda path: path.stat().st_mtime, default=None)
    if newest is None:
        raise RecordError(otherwise)
    return newest


def _read(path: str, error: type[Exception]) -> str:
    try:
        return read_text(path)
    except FileNotFoundError:
        raise error(f"there is no file {path}") from None
    except OSError as problem:
        raise error(f"{path} cannot be read: {problem.strerror}.") from None
    except UnicodeDecodeError:
        raise error(f"{path} cannot be read: it is no text.") from None
