"""Answers to a question about something that is covered: about what the camera sees, so the match takes them.

No game knows them as declarations.
"""

from __future__ import annotations

LOOK_AGAIN, AS_IT_STOOD = "look=again", "look=same"
IN_VIEW = ("it is in view now: look again", LOOK_AGAIN)
UNMOVED = ("it stands where it stood", AS_IT_STOOD)
ABOUT_THE_VIEW = (IN_VIEW, UNMOVED)
OF_THE_VIEW = (LOOK_AGAIN, AS_IT_STOOD)
