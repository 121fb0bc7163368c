"""Every error this program raises on purpose, as one tree.

    RefereeError                 one clear sentence for the person at the table; the command line exits with 2
    |-- NotationError            a position, turn or declaration that cannot be read
    |-- KitError                 a manifest or a print that is damaged, unknown or of another game
    |-- CalibrationError         a calibration that is refused, damaged or for another camera
    |-- SourceError              no such camera, an unreadable video, an empty folder, a dead stream
    |-- RecordError              a damaged record, a full disk, a record of another game
    |-- IllegalAction            an action applied that the rules do not allow (the judge never raises: it reports)
    `-- SetupError               a port in use, a missing library, no write access

What the rules find wrong with play is never an exception: it is data (`Violation`).
"""

from __future__ import annotations


class RefereeError(Exception):
    """The root: its text is shown to the user as it stands."""


class NotationError(RefereeError):
    """A position, turn or declaration in text that cannot be read."""


class KitError(RefereeError):
    """A manifest or a print that is damaged, unknown or belongs to another game."""


class CalibrationError(RefereeError):
    """A calibration that is refused, damaged or made for another camera or resolution."""


class SourceError(RefereeError):
    """A source of pictures that cannot be opened or has died."""


class RecordError(RefereeError):
    """A record that cannot be read or written."""


class IllegalAction(RefereeError):
    """An action was applied to a position that does not allow it."""


class SetupError(RefereeError):
    """Something on this machine is missing or taken."""
