#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""usage: judge.py DIRECTORY

Judges the mdocs in cases.json with PyPI pymdoccbor, cbor2 and pycose; writes verdicts.json. The verdict of an accepted document is null.
This program performs the checks that pymdoccbor leaves to its caller (chain to a root, document type, validity, strict encoding, device signature),
following ISO/IEC 18013-5 and RFC 8949 section 4.2. A verdict of such a check begins with "caller".
"""
import datetime
import json
import pathlib
import sys

import cbor2
from cryptography import x509
from pycose.keys import EC2Key
from pycose.keys.curves import P256
from pymdoccbor.mdoc.verifier import MobileDocument
from pymdoccbor.tools import cborlist2CoseSign1

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "CBORTests/Python"))

from strict_cbor import Refused, check, loads  # noqa: E402

folder = pathlib.Path(sys.argv[1])
task = json.loads((folder / "cases.json").read_text())
root = x509.load_der_x509_certificate(bytes.fromhex(task["root"]))
transcript = cbor2.loads(bytes.fromhex(task["transcript"]))
now = datetime.datetime.fromtimestamp(task["now"], datetime.timezone.utc)


def members(value, needed, optional=()):
    check(type(value) is dict and set(needed) <= set(value) <= set(needed) | set(optional), "members: " + ", ".join(map(str, needed)))


def tag24(value):
    check(type(value) is cbor2.CBORTag and value.tag == 24 and type(value.value) is bytes, "not embedded")
    return loads(value.value)


def headers(auth):
    check(type(auth) is list and len(auth) == 4 and type(auth[0]) is bytes and type(auth[1]) is dict, "no COSE_Sign1")
    protected = loads(auth[0])
    check(type(protected) is dict and protected.get(1) == -7 and 2 not in protected and 33 not in protected, "protected header")
    check(1 not in auth[1] and 2 not in auth[1] and len(auth[3]) == 64, "unprotected header")


def element(value):
    members(value, ("digestID", "random", "elementIdentifier", "elementValue"))
    number = value["digestID"]
    check(type(number) is int and 0 <= number < 1 << 31, "digestID")
    check(type(value["random"]) is bytes and len(value["random"]) >= 16, "random")
    check(type(value["elementIdentifier"]) is str and value["elementIdentifier"], "elementIdentifier")
    return number, value["elementIdentifier"], value["elementValue"]


def security_object(mso, doctype):
    members(mso, ("version", "digestAlgorithm", "valueDigests", "deviceKeyInfo", "docType", "validityInfo"), tuple(mso))
    check(type(mso["version"]) is str and mso["version"] == "1.0", "version")
    size = {"SHA-256": 32, "SHA-384": 48, "SHA-512": 64}.get(mso["digestAlgorithm"])
    check(size and mso["docType"] == doctype, "algorithm or type")
    check(type(mso["valueDigests"]) is dict and mso["valueDigests"], "digests")
    for digests in mso["valueDigests"].values():
        check(type(digests) is dict and digests, "digests")
        for number, digest in digests.items():
            check(type(number) is int and 0 <= number < 1 << 31 and type(digest) is bytes and len(digest) == size, "digest")
    info = mso["deviceKeyInfo"]
    members(info, ("deviceKey",), ("keyAuthorizations", "keyInfo"))
    key = info["deviceKey"]
    check(type(key) is dict and key.get(1) == 2 and key.get(-1) == 1 and -4 not in key, "device key")
    EC2Key(crv=P256, x=key[-2], y=key[-3])
    authorized = info.get("keyAuthorizations", {})
    members(authorized, (), ("nameSpaces", "dataElements"))
    spaces, elements = authorized.get("nameSpaces", ["-"]), authorized.get("dataElements", {"-": ["-"]})
    check(type(spaces) is list and spaces and all(type(name) is str for name in spaces), "authorised name spaces")
    check(type(elements) is dict and elements and all(type(names) is list and names for names in elements.values()), "authorised elements")
    check(spaces == ["-"] or not set(spaces) & set(elements), "authorised twice")
    validity = mso["validityInfo"]
    members(validity, ("signed", "validFrom", "validUntil"), ("expectedUpdate",))
    check(all(type(moment) is datetime.datetime for moment in validity.values()), "times")
    check(validity["signed"] <= validity["validFrom"] < validity["validUntil"], "reversed")
    check(validity["validFrom"] <= now < validity["validUntil"], "not valid now")
    return key


def issued(part, doctype):
    members(part, ("issuerAuth",), ("nameSpaces",))
    auth = part["issuerAuth"]
    headers(auth)
    check(type(auth[2]) is bytes, "detached")
    mso = tag24(loads(auth[2]))
    spaces = part.get("nameSpaces", {})
    check(type(spaces) is dict and ("nameSpaces" not in part or spaces), "name spaces")
    for space, items in spaces.items():
        check(type(items) is list and items, "no items")
        found = [element(tag24(value)) for value in items]
        check(len({number for number, _, _ in found}) == len(found), "digestID twice")
        digests = mso["valueDigests"].get(space, {})
        check(all(number in digests for number, _, _ in found), "an item without a digest")
        check(len({name for _, name, _ in found}) == len(found), "element twice")
        check(all(name != "issuing_country" or value == "NL" for _, name, value in found), "country")
    key = security_object(mso, doctype)
    chain = auth[1].get(33)
    check(type(chain) is bytes, "chain")
    certificate = x509.load_der_x509_certificate(chain)
    certificate.verify_directly_issued_by(root)
    # Checked by the library: signature and digests.
    document = MobileDocument(docType=doctype, issuerSigned={"nameSpaces": spaces, "issuerAuth": auth})
    if not document.verify():
        raise ValueError("pymdoccbor: " + json.dumps(document.hash_verification, default=str)[:60])
    return mso, key


def presented(value):
    members(value, ("version", "status", "documents"), ("documentErrors",))
    check(value["version"] == "1.0" and value["status"] == 0 and type(value["status"]) is int, "version or status")
    check(type(value["documents"]) is list and value["documents"], "no documents")
    for codes in value.get("documentErrors", []):
        check(type(codes) is dict and all(type(code) is int for code in codes.values()), "document errors")
    for document in value["documents"]:
        members(document, ("docType", "issuerSigned", "deviceSigned"), ("errors",))
        for codes in document.get("errors", {}).values():
            check(all(type(code) is int for code in codes.values()), "errors")
        mso, key = issued(document["issuerSigned"], document["docType"])
        check(document["docType"] == task["docType"], "docType")
        device = document["deviceSigned"]
        members(device, ("nameSpaces", "deviceAuth"))
        said = tag24(device["nameSpaces"])
        check(type(said) is dict and all(type(part) is dict and part for part in said.values()), "device's name spaces")
        authorized = mso["deviceKeyInfo"].get("keyAuthorizations", {})
        for space, names in said.items():
            allowed = space in authorized.get("nameSpaces", []) or set(names) <= set(authorized.get("dataElements", {}).get(space, []))
            check(allowed, "not authorised")
        members(device["deviceAuth"], ("deviceSignature",))
        parts = list(device["deviceAuth"]["deviceSignature"])
        headers(parts)
        check(parts[2] is None, "attached")
        content = ["DeviceAuthentication", transcript, mso["docType"], device["nameSpaces"]]
        parts[2] = cbor2.dumps(cbor2.CBORTag(24, cbor2.dumps(content)))
        message = cborlist2CoseSign1(parts)
        message.key = EC2Key(crv=P256, x=key[-2], y=key[-3])
        if not message.verify_signature():
            raise ValueError("pycose: device's signature")


verdicts = []
for case in task["cases"]:
    try:
        value = loads(bytes.fromhex(case["bytes"]))
        if case["presented"]:
            presented(value)
        else:
            check(type(value) is dict, "no map")
            issued(value, task["docType"])
        verdicts.append(None)
    except Refused as refusal:
        verdicts.append("caller: " + str(refusal))
    except Exception as error:  # the libraries raise many kinds
        verdicts.append(type(error).__name__ + ": " + str(error)[:80])
(folder / "verdicts.json").write_text(json.dumps(verdicts))
