#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""usage: make_samples.py DIRECTORY

Issues mdocs of different contents with PyPI pymdoccbor, presents them with pycose and cbor2, and writes them with what they
hold to samples.json.
"""
import copy
import datetime
import json
import pathlib
import secrets
import sys

import cbor2
from cryptography.hazmat.primitives import serialization

sys.dont_write_bytecode = True
from make_sample import Issuer, new_key, present  # noqa: E402

PID, LICENCE = "eu.europa.ec.eudi.pid.1", "org.iso.18013.5.1"
DATES = ("birth_date", "expiry_date", "issue_date")

# Document type, contents, and the elements that are presented.
KINDS = [
    ("org.example.one", {"org.example.one": {"only": "x"}}, {"org.example.one": ["only"]}),
    (PID, {PID: {
        "family_name": "Müller-Özdemir", "given_name": "", "birth_date": "1990-01-02", "age_over_18": True, "sex": 2,
        "nationality": ["NL", "BE"], "place_of_birth": {"country": "NL", "locality": "s'-Hertogenbosch"}}},
     {PID: ["age_over_18", "nationality"]}),
    ("org.iso.18013.5.1.mDL", {LICENCE: {
        "family_name": "港区", "portrait": secrets.token_bytes(30_000), "un_distinguishing_sign": "NL", "issue_date": "2026-01-31",
        "driving_privileges": [
            {"vehicle_category_code": "A", "issue_date": "2018-08-09", "expiry_date": "2028-09-01"},
            {"vehicle_category_code": "B", "codes": [{"code": "01.06"}]}]},
        LICENCE + ".aamva": {"DHS_compliance": "F", "weight": 85}},
     {LICENCE: ["driving_privileges", "portrait", "issue_date"], LICENCE + ".aamva": ["weight"]}),
    ("org.example.numbers", {"org.example.numbers": {
        "zero": 0, "byte": 255, "word": 65_536, "long": 2**63 - 1, "minus": -1, "least": -(2**31), "no": False, "null": None, "empty": b""}},
     {"org.example.numbers": ["least", "empty", "null"]}),
    ("org.example.many", {f"org.example.many.{space}": {f"e{number}": number for number in range(40)} for space in range(4)},
     {"org.example.many.0": ["e0", "e39"], "org.example.many.3": ["e7"]}),
]


def tagged(name, value):
    """The value as pymdoccbor issues it: dates have tag 1004."""
    if name in DATES:
        return cbor2.CBORTag(1004, value)
    if isinstance(value, dict):
        return {key: tagged(key, inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [tagged("", inner) for inner in value]
    return value


def elements(data, shown=None):
    """Name space, element, and the value in deterministic CBOR."""
    return [[space, name, cbor2.dumps(tagged(name, value), canonical=True).hex()]
            for space, values in data.items() for name, value in values.items() if shown is None or name in shown.get(space, ())]


def main():
    issuer, now = Issuer(), datetime.datetime.now(datetime.timezone.utc)
    day = datetime.timedelta(days=1)
    samples = []
    for doctype, data, shown in KINDS:
        device_key = new_key()
        document = issuer.issue(
            doctype, copy.deepcopy(data), device_key, (now - day).date().isoformat(), (now + 300 * day).date().isoformat(),
            revocation={"status_list": {"idx": 7, "uri": "https://issuer.example/status/1"}})
        transcript = [None, None, ["OpenID4VPHandover", secrets.token_bytes(32)]]
        samples.append({
            "docType": doctype, "transcript": cbor2.dumps(transcript).hex(), "issued": cbor2.dumps(document["issuerSigned"]).hex(),
            "response": present(document, shown, transcript, device_key).hex(), "elements": elements(data), "shown": elements(data, shown)})
    root = issuer.root.public_bytes(serialization.Encoding.DER)
    task = {"now": int(now.timestamp()) + 5, "root": root.hex(), "samples": samples}
    pathlib.Path(sys.argv[1], "samples.json").write_text(json.dumps(task))


main()
