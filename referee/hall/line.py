"""A line to the broker that mends itself: whoever is away for a while says all that matters again when he is back."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from referee.hall.messages import Broker
from referee.words.catalogue import told

BEAT_S = 2
"""The broker holds whoever is silent for one and a half of these for gone."""
AGAIN_S = (1, 4)
"""Pauses between attempts to reach the broker: from, to."""


class Line:
    """One connection to the broker, kept up by a thread of its own.

    Parameters
    ----------
    broker : where it is.
    will : the message that the broker sends when this line breaks, by its topic; it is retained.
    hear : gets every message, topic and payload, in the line's own thread.
    on_change : is told, in the line's own thread, when the line comes up ("") or why it is down.
    """

    def __init__(
        self,
        broker: Broker,
        hear: Callable[[str, bytes], None],
        on_change: Callable[[str], None],
        will: tuple[str, bytes] | None = None,
    ) -> None:
        self._broker, self._hear, self._on_change = broker, hear, on_change
        self._wanted: list[str] = []
        self._answered = threading.Event()
        self.trouble = told("hall-not-connected", text=broker.address)
        self._client = client = mqtt.Client(CallbackAPIVersion.VERSION2)
        if broker.user or broker.password:
            client.username_pw_set(broker.user, broker.password or None)
        if broker.tls:
            client.tls_set()
        if will is not None:
            client.will_set(will[0], will[1], qos=1, retain=True)
        client.reconnect_delay_set(*AGAIN_S)
        client.on_connect = self._connected
        client.on_connect_fail = lambda client, data: self._down(told("hall-nobody-answers", text=broker.address))
        client.on_disconnect = self._gone
        client.on_message = self._message

    @property
    def up(self) -> bool:
        """Whether the broker hears us."""
        return not self.trouble

    def open(self, *topics: str) -> None:
        """Connect, and listen to these topics whenever connected; returns at once."""
        self._wanted = list(topics)
        self._client.connect_async(self._broker.host, self._broker.port, keepalive=BEAT_S)
        self._client.loop_start()

    def wait(self, timeout_s: float) -> bool:
        """Wait for the first answer of the broker, a yes or a no; whether the line is up."""
        self._answered.wait(timeout_s)
        return self.up

    def say(self, topic: str, payload: bytes, retain: bool = False, sure: bool = True) -> None:
        """Send a message; what is `sure` is kept until the broker has it, as long as this process lives."""
        if sure or self.up:
            self._client.publish(topic, payload, qos=1 if sure else 0, retain=retain)

    def close(self, farewell: Mapping[str, bytes] | None = None) -> None:
        """Say farewell (retained messages) and hang up."""
        for topic, payload in (farewell or {}).items():
            if self.up:
                self._client.publish(topic, payload, qos=1, retain=True).wait_for_publish(1.0)
        self._client.disconnect()
        self._client.loop_stop()

    def _connected(
        self, client: mqtt.Client, data: object, flags: object, reason: ReasonCode, more: Properties | None
    ) -> None:
        if reason.is_failure:
            self._down(told("hall-refuses", text=self._broker.address, text2=str(reason).lower()))
            return
        for topic in self._wanted:
            client.subscribe(topic, qos=1)
        self.trouble = ""
        self._on_change("")
        self._answered.set()

    def _gone(
        self, client: mqtt.Client, data: object, flags: object, reason: ReasonCode, more: Properties | None
    ) -> None:
        if self.up:
            self._down(told("hall-line-cut", text=self._broker.address))

    def _down(self, why: str) -> None:
        news, self.trouble = why != self.trouble, why
        if news:
            self._on_change(why)
        self._answered.set()

    def _message(self, client: mqtt.Client, data: object, message: mqtt.MQTTMessage) -> None:
        self._hear(message.topic, bytes(message.payload))
