#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""usage: judge.py DIRECTORY

Judges the status list tokens in cases.json with PyPI joserfc and zlib, following Token Status List; writes verdicts.json. The verdict of
an accepted token is null.
"""
import base64
import json
import pathlib
import sys
import zlib

from joserfc import jws
from joserfc.jwk import ECKey

folder = pathlib.Path(sys.argv[1])
task = json.loads((folder / "cases.json").read_text())
key = ECKey.import_key(task["key"])
registry = jws.JWSRegistry(algorithms=["ES256"])
registry.max_payload_length = 1 << 20


def check(condition, what):
    if not condition:
        raise ValueError(what)


def number(value):
    return type(value) is int and 0 <= value < 1 << 53


def verify(text):
    token = jws.deserialize_compact(text, key, registry=registry)
    check(token.headers()["typ"] == "statuslist+jwt", "typ")
    claims = json.loads(token.payload)
    check(claims["sub"] == task["subject"], "sub")
    check(number(claims["iat"]) and claims["iat"] <= task["now"] + 60, "iat")
    if "exp" in claims:
        check(number(claims["exp"]) and claims["exp"] > task["now"] - 60, "exp")
    if "ttl" in claims:
        check(number(claims["ttl"]) and claims["ttl"] > 0, "ttl")
    said = claims["status_list"]
    check(type(said["bits"]) is int and said["bits"] in (1, 2, 4, 8), "bits")
    text = said["lst"]
    raw = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    check(base64.urlsafe_b64encode(raw).decode().rstrip("=") == text, "base64url")
    stream = zlib.decompressobj()
    stream.decompress(raw, task["maximum"])
    check(not stream.unconsumed_tail, "too large")
    check(stream.eof and not stream.unused_data, "cut, or something behind the stream")


verdicts = []
for text in task["cases"]:
    try:
        verify(text)
        verdicts.append(None)
    except Exception as error:  # joserfc and zlib raise many kinds
        verdicts.append(type(error).__name__ + ": " + str(error)[:80])
(folder / "verdicts.json").write_text(json.dumps(verdicts))
