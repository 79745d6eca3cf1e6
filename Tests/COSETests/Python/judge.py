#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""usage: judge.py DIRECTORY

Judges the COSE_Sign1 messages and the COSE_Keys in cases.json with PyPI pycose, cbor2 and cryptography; writes verdicts.json. The verdict of an
accepted case is null. The libraries decide first; then this program performs the checks that they leave to their caller (strict encoding, position of
alg, critical headers, other members of a key), following RFC 9052 and RFC 8949 section 4.2. A verdict of such a check begins with "caller".
"""
import json
import pathlib
import sys

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from pycose.keys import CoseKey, EC2Key
from pycose.keys.curves import P256
from pycose.messages import Sign1Message

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "CBORTests/Python"))

from strict_cbor import Refused, check, loads  # noqa: E402

folder = pathlib.Path(sys.argv[1])
task = json.loads((folder / "cases.json").read_text())
point = bytes.fromhex(task["key"])
key = EC2Key(crv=P256, x=point[:32], y=point[32:])


def signed(raw):
    parts = cbor2.loads(raw)
    message = Sign1Message.from_cose_obj(list(parts), True)
    message.key = key
    if not message.verify_signature():
        raise ValueError("pycose: signature")
    loads(raw)
    check(type(parts) is list and len(parts) == 4, "not four parts")
    check(type(parts[0]) is bytes and parts[0] and type(parts[1]) is dict, "headers")
    check(type(parts[2]) is bytes and type(parts[3]) is bytes and len(parts[3]) == 64, "payload or signature")
    protected = loads(parts[0])
    check(type(protected) is dict, "protected header")
    check(type(protected.get(1)) is int and protected[1] == -7, "alg")
    check(not {1, 2} & set(parts[1]) and 2 not in protected, "alg or crit where it must not be")
    check(not set(protected) & set(parts[1]), "a label in both")
    check(all(type(label) in (int, str) for label in (*protected, *parts[1])), "a label of another kind")


def public(raw):
    value = cbor2.loads(raw)
    read = CoseKey.from_dict(dict(value))
    numbers = ec.EllipticCurvePublicNumbers(int.from_bytes(read.x, "big"), int.from_bytes(read.y, "big"), read.crv.curve_obj)
    numbers.public_key()
    loads(raw)
    check(set(value) == {1, -1, -2, -3}, "members")
    check(value[1] == 2 and type(value[1]) is int and value[-1] == 1 and type(value[-1]) is int, "kty or crv")
    check(all(type(value[label]) is bytes and len(value[label]) == 32 for label in (-2, -3)), "coordinates")


verdicts = []
for case in task["cases"]:
    try:
        (public if case["isKey"] else signed)(bytes.fromhex(case["bytes"]))
        verdicts.append(None)
    except Refused as refusal:
        verdicts.append("caller: " + str(refusal))
    except Exception as error:  # the libraries raise many kinds
        verdicts.append(type(error).__name__ + ": " + str(error)[:80])
(folder / "verdicts.json").write_text(json.dumps(verdicts))
