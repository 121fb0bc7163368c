"""Where the eye meets the law: explain a change of the table and give a verdict."""

from referee.judge.verdict import judge

__all__ = ["judge"]
