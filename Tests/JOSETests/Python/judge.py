#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""usage: judge.py DIRECTORY

Judges the compact JWSs in cases.json with PyPI joserfc; writes verdicts.json. The verdict of an accepted signature is null. A verdict
begins with "caller" if only a check refuses that joserfc leaves to its caller (canonical base64url, unique members, no extension).
"""
import base64
import json
import pathlib
import sys

from joserfc import jws
from joserfc.jwk import ECKey

folder = pathlib.Path(sys.argv[1])
task = json.loads((folder / "cases.json").read_text())
key = ECKey.import_key(task["key"])
registry = jws.JWSRegistry(algorithms=["ES256"])


class Refused(Exception):
    """The caller's own check."""


def members(pairs):
    if len({name for name, _ in pairs}) != len(pairs):
        raise Refused("a member twice")
    return dict(pairs)


def verify(text):
    jws.deserialize_compact(text, key, registry=registry)
    for part in text.split("."):
        raw = base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))
        if base64.urlsafe_b64encode(raw).decode().rstrip("=") != part:
            raise Refused("base64url")
    header = json.loads(base64.urlsafe_b64decode(text.split(".")[0] + "=="), object_pairs_hook=members)
    if {"crit", "b64", "zip"} & set(header):
        raise Refused("an extension")


verdicts = []
for text in task["cases"]:
    try:
        verify(text)
        verdicts.append(None)
    except Refused as refusal:
        verdicts.append("caller: " + str(refusal))
    except Exception as error:  # joserfc raises many kinds
        verdicts.append(type(error).__name__ + ": " + str(error)[:80])
(folder / "verdicts.json").write_text(json.dumps(verdicts))
