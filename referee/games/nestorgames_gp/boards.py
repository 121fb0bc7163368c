"""The boards that come with the program: the kit prints them, so their files lie with the paper."""

from __future__ import annotations

from markers.nestorgames_gp.boards import SHIPPED, shipped_board

__all__ = ["SHIPPED", "shipped_board"]
