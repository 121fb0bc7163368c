"""A table that tells the hall of a race until it is killed: `python killed_table.py ADDRESS NAME`."""

import sys
import time

from referee.devices.clock import SystemClock
from referee.hall.herald import Herald
from referee.hall.messages import broker_at
from tests.web.conftest import FakeRace

if __name__ == "__main__":
    Herald(FakeRace(), broker_at(sys.argv[1]), sys.argv[2], "", SystemClock().now_ns, print).start()
    time.sleep(60)
