"""The page's addresses as OpenAPI, made of what answers them: routes, what each `gives`, and the list of commands."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, TypeVar

from flask import Flask

from referee import __version__
from referee.commands import COMMANDS, Command, Join, shape_of
from web.guard import TOKEN_HEADER, VISITOR_COOKIE
from web.shape import SNAPSHOT, schema_of

Route = TypeVar("Route", bound=Callable[..., Any])
Json = dict[str, Any]

STATE: Json = {name: schema_of(shape) for name, shape in SNAPSHOT.items()}
"""The whole state."""
TEXTS = ("language", "show")
"""What is asked behind a ``?`` and is no number."""
_TYPES = {str: "string", int: "integer", bool: "boolean"}
_NO_SIGN = "^[^\\u0000]*$"
_LARGEST = 10**12 - 1
_ALWAYS = {HTTPStatus.BAD_REQUEST: "This cannot be understood, or came under another host's name.",
           HTTPStatus.UNAUTHORIZED: "This device has to join first."}  # fmt: skip
_OF_COMMANDS = {
    HTTPStatus.FORBIDDEN: "The token or the origin is not this page's, or the role does not reach so far.",
    HTTPStatus.CONFLICT: "The race refuses that just now; the sentence says why.",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "This is longer than any command.",
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: "A command is JSON.",
    HTTPStatus.TOO_MANY_REQUESTS: "Many wrong codes came from this device.",
    HTTPStatus.SERVICE_UNAVAILABLE: "The record cannot be written just now.",
}
_MEANT = {
    HTTPStatus.NO_CONTENT: "There is nothing newer.",
    HTTPStatus.FOUND: "This device has to join first.",
    HTTPStatus.NOT_MODIFIED: "It is what you have.",
    HTTPStatus.FORBIDDEN: "Only the referee may see that.",
    HTTPStatus.NOT_FOUND: "There is no such thing, or not yet.",
    HTTPStatus.SERVICE_UNAVAILABLE: "There is no room just now.",
}
_BARE = (HTTPStatus.NO_CONTENT, HTTPStatus.FOUND, HTTPStatus.NOT_MODIFIED)


@dataclass(frozen=True)
class Gives:
    """What an address answers: its content, other statuses, the fields of its JSON; `asked`: numbers behind a ``?``."""

    media: str
    also: tuple[int, ...] = ()
    fields: Mapping[str, Json] | None = None
    asked: tuple[str, ...] = ()


def gives(
    media: str, *also: int, fields: Mapping[str, Json] | None = None, asked: tuple[str, ...] = ()
) -> Callable[[Route], Route]:
    """Say beside a route what it answers; see `Gives`."""

    def note(route: Route) -> Route:
        route.gives = Gives(media, also, fields, asked)  # type: ignore[attr-defined]
        return route

    return note


def described(app: Flask) -> Json:
    """The whole description; every route but those of the page's own files is in it."""
    paths: dict[str, Json] = {}
    of_path = {one.path: one for one in COMMANDS.values()}
    for rule in sorted(app.url_map.iter_rules(), key=lambda one: one.rule):
        if rule.endpoint == "static":
            continue
        path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
        if rule.rule not in of_path and "POST" in (rule.methods or ()) and rule.endpoint != "page.command":
            paths.setdefault(path, {})["post"] = _of_picture(app.view_functions[rule.endpoint], rule.rule)
        elif "POST" in (rule.methods or ()):
            paths.setdefault(path, {})["post"] = _of_command(of_path.get(rule.rule))
        else:
            paths.setdefault(path, {})["get"] = _of_route(app.view_functions[rule.endpoint], rule.rule)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Race referee", "version": __version__, "license": {"name": "MIT", "identifier": "MIT"}},
        "paths": paths,
        "components": {
            "schemas": {"Error": _object({"error": {"type": "string"}}), **_commands()},
            "securitySchemes": {
                "token": {"type": "apiKey", "in": "header", "name": TOKEN_HEADER},
                "machine": {"type": "http", "scheme": "bearer"},
                "visitor": {"type": "apiKey", "in": "cookie", "name": VISITOR_COOKIE},
            },
        },
    }


def _of_route(route: Callable[..., Any], rule: str) -> Json:
    given: Gives = route.gives  # type: ignore[attr-defined]
    named = [(kind, name) for kind, name in re.findall(r"<(?:(\w+):)?(\w+)>", rule)]
    parameters = [_parameter(name, "path", bool(kind)) for kind, name in named]
    parameters += [_parameter(name, "query", name not in TEXTS) for name in given.asked]
    schema = _object(dict(given.fields)) if given.fields else {} if given.media != "text/html" else {"type": "string"}
    answers = {HTTPStatus.OK: {"description": "Here it is.", "content": {given.media: {"schema": schema}}}}
    answers |= {HTTPStatus(status): _refused(HTTPStatus(status), _OF_COMMANDS | _MEANT) for status in given.also}
    return {"summary": _first_line(route), **({"parameters": parameters} if parameters else {}), **_answers(answers)}


def _of_command(asked: type[Command] | None) -> Json:
    """One command at its own address, or all of them at the one for all."""
    refused = {status: _refused(status, _OF_COMMANDS) for status in _OF_COMMANDS}
    if asked is None:
        schema: Json = {"oneOf": [{"$ref": f"#/components/schemas/{one.__name__}"} for one in COMMANDS.values()]}
        schema = {"allOf": [schema, {"required": ["do"]}]}
    else:
        schema = {"$ref": f"#/components/schemas/{asked.__name__}"}
    ok = _object(
        {"ok": {"const": True}},
        {
            "message": {"type": "string"},
            "code": {"type": "object"},
            "token": {"type": "string"},
            "page": {"type": "string"},
        },
    )
    done = {"description": "It is done.", "content": {"application/json": {"schema": ok}}}
    return {
        "summary": "Do what a person asked." if asked is None else _first_line(asked),
        **({} if asked is Join else {"security": [{"token": []}, {"machine": []}]}),
        "requestBody": {"required": True, "content": {"application/json": {"schema": schema}}},
        **_answers({HTTPStatus.OK: done, **refused}),
    }


def _of_picture(route: Callable[..., Any], rule: str) -> Json:
    """A picture sent up."""
    body = {"required": True, "content": {"image/jpeg": {"schema": {"type": "string", "format": "binary"}}}}
    return {**_of_route(route, rule), "security": [{"token": []}, {"machine": []}], "requestBody": body}


def _commands() -> dict[str, Json]:
    return {one.__name__: _command(one) for one in COMMANDS.values()}


def _command(asked: type[Command]) -> Json:
    shape = shape_of(asked)
    held: dict[str, Json] = {}
    for name, one in shape.items():
        most = one.limit.most
        held[name] = {"type": _TYPES[one.kind]}
        if one.limit.choices:
            held[name]["enum"] = list(one.limit.choices)
        elif one.kind is str:
            held[name] |= {"maxLength": most, "pattern": _NO_SIGN}
        elif one.kind is int:
            held[name] |= {"minimum": -most, "maximum": most}
    needed = {name: held[name] for name, one in shape.items() if one.needed}
    free = {name: field for name, field in held.items() if name not in needed}
    schema = _object(needed, {"do": {"const": asked.name}, **free})
    either = {"oneOf": [{"required": [name]} for name in asked.either]} if asked.either else {}
    return {**schema, **either, "additionalProperties": False, "description": " ".join(str(asked.__doc__).split())}


def _object(needed: Json, free: Json | None = None) -> Json:
    required = {"required": list(needed)} if needed else {}
    return {"type": "object", "properties": {**needed, **(free or {})}, **required}


def _parameter(name: str, where: str, number: bool) -> Json:
    kind: Json = {"type": "integer", "minimum": 0, "maximum": _LARGEST} if number else {"type": "string"}
    return {"name": name, "in": where, "required": where == "path", "schema": kind}


def _refused(status: HTTPStatus, meant: Mapping[HTTPStatus, str]) -> Json:
    if status in _BARE:
        return {"description": meant[status]}
    error = {"schema": {"$ref": "#/components/schemas/Error"}}
    page = {"schema": {"type": "string"}}
    return {"description": meant[status], "content": {"application/json": error, "text/html": page}}


def _answers(answers: Mapping[HTTPStatus, Json]) -> Json:
    always = {status: _refused(status, _ALWAYS) for status in _ALWAYS}
    return {"responses": {str(int(status)): answer for status, answer in sorted({**always, **answers}.items())}}


def _first_line(thing: object) -> str:
    return str(thing.__doc__).partition("\n")[0]
