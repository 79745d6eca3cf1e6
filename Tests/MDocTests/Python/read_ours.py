#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""usage: read_ours.py DIRECTORY

Reads the documents that PythonJudgeTests.swift issued and presented with PyPI pymdoccbor 1.4.0, and verifies the device signature with pycose 1.1.0.
Fails at the first difference.
"""
import pathlib
import sys

import cbor2
from cryptography import x509
from pycose.keys import EC2Key
from pycose.keys.curves import P256
from pymdoccbor.mdoc.verifier import MdocCbor
from pymdoccbor.tools import cborlist2CoseSign1, thaw_cbor

folder = pathlib.Path(sys.argv[1])
response = (folder / "response.cbor").read_bytes()
root = x509.load_der_x509_certificate((folder / "root.der").read_bytes())

reader = MdocCbor()
reader.loads(response)
# cryptography verifies the chain, because pymdoccbor 1.4.0 fails for an elliptic root key: it passes one argument too few.
assert reader.verify() is True, reader.documents_invalid
document = reader.documents[0]
assert document.hash_verification["valid"] and document.hash_verification["verified"] == 3, document.hash_verification
document.issuersigned.issuer_auth.x509_certificates[0].verify_directly_issued_by(root)
print("pymdoccbor: signature valid, digests", document.hash_verification, "claims", reader.disclosure_map)

mso = thaw_cbor(document.issuersigned.issuer_auth.payload_as_dict)
key = mso["deviceKeyInfo"]["deviceKey"]
device = cbor2.loads(response)["documents"][0]["deviceSigned"]
transcript = cbor2.loads((folder / "transcript.cbor").read_bytes())
authentication = ["DeviceAuthentication", transcript, mso["docType"], device["nameSpaces"]]
parts = list(device["deviceAuth"]["deviceSignature"])
assert parts[2] is None
parts[2] = cbor2.dumps(cbor2.CBORTag(24, cbor2.dumps(authentication)))
message = cborlist2CoseSign1(parts)
message.key = EC2Key(crv=P256, x=key[-2], y=key[-3])
assert message.verify_signature()
print("pycose: device signature valid; device says", cbor2.loads(device["nameSpaces"].value))
