#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""usage: judge.py DIRECTORY

Judges the CBOR items in cases.json with PyPI cbor2; writes verdicts.json. The verdict of an accepted item is null. cbor2 decodes first; strict_cbor.py
then performs the checks that cbor2 leaves to its caller (duplicate keys, deterministic encoding, key order where required, trailing bytes). A
verdict of such a check begins with "caller".
"""
import json
import pathlib
import sys

import cbor2

from strict_cbor import Refused, loads

folder = pathlib.Path(sys.argv[1])
verdicts = []
for case in json.loads((folder / "cases.json").read_text()):
    raw = bytes.fromhex(case["hex"])
    try:
        cbor2.loads(raw)
        loads(raw, ordered=case["isOrdered"])
        verdicts.append(None)
    except Refused as refusal:
        verdicts.append("caller: " + str(refusal))
    except Exception as error:  # cbor2 raises many kinds
        verdicts.append(type(error).__name__ + ": " + str(error)[:80])
(folder / "verdicts.json").write_text(json.dumps(verdicts))
