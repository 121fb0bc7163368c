"""`referee verify`: whether a record stands as it was recorded, and which entry is the first that does not."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli.common import own_key, print_json
from referee.cli.kept_races import language_option, record_argument
from referee.errors import RecordError

if TYPE_CHECKING:
    from referee.record.seal import Finding
    from referee.record.words import Tongue

_QUESTIONS = ("stranger", "unsealed", "race")
"""What may be as honest as not."""


@click.command()
@record_argument
@click.option(
    "--seen", multiple=True, metavar="FINGERPRINT", help="What a report's QR code or a phone says of the race."
)
@click.option("--key", "keys", multiple=True, help="A table's key that you trust; 16 digits of it are enough.")
@language_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
def command(record: Path, seen: tuple[str, ...], keys: tuple[str, ...], language: str, as_json: bool) -> None:
    """Prove that nobody has changed the RECORD of a race, or name the first entry that was changed.

    Each entry of a record holds the hash of the one before and is signed with the table's key, so that none can be
    changed, removed, put in or swapped later. A record made at this table needs nothing more; for another table's
    give its --key, which this command prints there. An end that was cut off only those can tell who saw it: the
    race's report says its fingerprint, as text and as QR code, and each phone that watched keeps the last one it saw
    (on the page, under "Record").

    Exits with 0 when all is proved, with 1 when an entry is named or cannot be proved. Records of older programs have
    no seals and cannot be proved.

    \b
    Examples:
      referee verify race.sqlite
      referee verify race.sqlite --seen 9aedbab40cf26a7f-57-ce00c68ae340b5ca-bce189aad78f39d0c8b1717771d6ca0d
      referee verify race.sqlite --key ce00c68ae340b5ca
    """
    from referee.devices.store import SqliteStore
    from referee.record.seal import findings, head_from
    from referee.record.words import Tongue

    heads = [head_from(one) for one in seen]
    trusted = [own_key(), *(_key(one) for one in keys)]
    store, tongue = SqliteStore.read(record), Tongue(language=language)
    for sentence in store.damage:
        click.echo(sentence, err=True)
    found = findings(store.sealed, [key for key in trusted if key], heads)
    told = [tell(one, tongue) for one in found]
    if as_json:
        named = [{**asdict(one), "sentence": text} for one, text in zip(found, told, strict=True)]
        facts = {"record": str(record), "status": status(found), "entries": len(store.entries()), "head": store.head()}
        print_json({**facts, "keys": store.sealed.keys, "damage": store.damage, "findings": named})
    elif found:
        click.echo("\n".join(told))
    else:
        count = len(store.entries())
        click.echo(tongue.say("seal-whole", n=count, how="" if count else "empty"))
        if count:
            click.echo(tongue.say("seal-key", key=" ".join(store.sealed.keys)))
            click.echo(tongue.say("seal-head", head=store.head()))
    if found:
        raise click.exceptions.Exit(1)


def status(found: tuple[Finding, ...]) -> str:
    """``proved``, ``unproved`` when there are only questions, ``forged`` when an entry is not what it was."""
    if not found:
        return "proved"
    return "unproved" if all(one.kind in _QUESTIONS for one in found) else "forged"


def tell(finding: Finding, tongue: Tongue) -> str:
    """A finding in a sentence."""
    how = "key" if finding.kind == "rewritten" and finding.entry != finding.seen else ""
    return tongue.say(f"seal-{finding.kind}", how=how, n=finding.entry, key=finding.key, seen=finding.seen)


def _key(text: str) -> str:
    """A key, or so much of its beginning that no other has it. Raises RecordError."""
    from referee.record.seal import KEY_SHOWN

    plain = "".join(text.split()).lower()
    if len(plain) < KEY_SHOWN or set(plain) - set("0123456789abcdef"):
        raise RecordError(f"{text!r} is no key: it is at least {KEY_SHOWN} digits from 0 to 9 and a to f.")
    return plain
