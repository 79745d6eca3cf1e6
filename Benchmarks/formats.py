#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""usage: card-benchmark documents DIRECTORY; formats.py DIRECTORY

Issues and verifies the same documents with the PyPI packages sd-jwt, pymdoccbor, cbor2 and pycose. Writes the processor time of each operation in
seconds to python.json, which `card-benchmark formats --documents DIRECTORY` reads.
"""
import base64
import json
import logging
import pathlib
import sys
import time

import cbor2
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from jwcrypto.jwk import JWK
from pycose.algorithms import Es256
from pycose.keys import EC2Key
from pycose.keys.curves import P256
from pymdoccbor.mdoc.issuer import MdocCborIssuer
from pymdoccbor.mdoc.verifier import MdocCbor, MobileDocument
from pymdoccbor.tools import cborlist2CoseSign1, thaw_cbor
from sd_jwt.common import SDObj
from sd_jwt.issuer import SDJWTIssuer
from sd_jwt.verifier import SDJWTVerifier

# pymdoccbor warns at each call that it has no root; this program checks the root itself.
logging.disable(logging.CRITICAL)
folder = pathlib.Path(sys.argv[1])
parameters = json.loads((folder / "parameters.json").read_text())
root = x509.load_der_x509_certificate((folder / "root.der").read_bytes())
pem = (folder / "signer.pem").read_bytes()
signer = JWK.from_pem(pem)
holder = JWK.from_pem((folder / "holder.pem").read_bytes())
certificate = (folder / "signer.der").read_bytes()
x5c = [base64.b64encode(certificate).decode()]
token, shown = ((folder / name).read_text() for name in ("issued.sd-jwt", "presented.sd-jwt"))
issued, response = ((folder / name).read_bytes() for name in ("issued.mdoc", "presented.mdoc"))
transcript = cbor2.loads((folder / "transcript.cbor").read_bytes())
visible = {"iss", "vct", "iat", "nbf", "exp", "cnf", "status"}


def hidden(claims):
    """The claims in the form of sd-jwt, with the same claims hidden as by the project's issuer."""
    result = {}
    for name, value in claims.items():
        if name == "address":
            value = {SDObj(part): text for part, text in value.items()}
        if name == "nationalities":
            value = [SDObj(text) for text in value]
        result[name if name in visible else SDObj(name)] = value
    return result


def issue_sd_jwt():
    claims = dict(parameters["claims"])
    return SDJWTIssuer(hidden(claims), signer, extra_header_parameters={"x5c": x5c, "typ": "dc+sd-jwt"}).sd_jwt_issuance


def known(issuer, header):
    return signer


def chained(issuer, header):
    signing = x509.load_der_x509_certificate(base64.b64decode(header["x5c"][0]))
    signing.verify_directly_issued_by(root)
    return JWK.from_pyca(signing.public_key())


def verify(text, key, *binding):
    claims = SDJWTVerifier(text, key, *binding).get_verified_payload()
    assert claims["family_name"].startswith("Y") and "_sd" not in claims


private = serialization.load_pem_private_key(pem, None).private_numbers()
public = private.public_numbers
cose_key = EC2Key(
    crv=P256, x=public.x.to_bytes(32, "big"), y=public.y.to_bytes(32, "big"), d=private.private_value.to_bytes(32, "big"),
    optional_params={"ALG": Es256})
device = base64.urlsafe_b64encode((folder / "holder.pem").read_bytes()).decode()
elements = {}
for item in cbor2.loads(issued)["nameSpaces"][parameters["doctype"]]:
    item = cbor2.loads(item.value)
    value = item["elementValue"]
    # pymdoccbor converts texts that look like dates to dates.
    elements[item["elementIdentifier"]] = value.isoformat() if hasattr(value, "isoformat") else value


def issue_mdoc():
    issuer = MdocCborIssuer(private_key=cose_key, alg="ES256")
    document = issuer.new(
        doctype=parameters["doctype"], cert_path=str(folder / "signer.der"), devicekeyinfo=device,
        data={parameters["doctype"]: elements}, validity={"issuance_date": "2026-11-21", "expiry_date": "2027-02-20"})
    return cbor2.dumps(document["documents"][0]["issuerSigned"])


def verify_mdoc(chain):
    document = MobileDocument(docType=parameters["doctype"], issuerSigned=cbor2.loads(issued))
    assert document.verify() and document.hash_verification["valid"]
    if chain:
        document.issuersigned.issuer_auth.x509_certificates[0].verify_directly_issued_by(root)


def verify_response():
    reader = MdocCbor()
    reader.loads(response)
    assert reader.verify() is True
    document = reader.documents[0]
    document.issuersigned.issuer_auth.x509_certificates[0].verify_directly_issued_by(root)
    mso = thaw_cbor(document.issuersigned.issuer_auth.payload_as_dict)
    key = mso["deviceKeyInfo"]["deviceKey"]
    signed = cbor2.loads(response)["documents"][0]["deviceSigned"]
    parts = list(signed["deviceAuth"]["deviceSignature"])
    content = ["DeviceAuthentication", transcript, mso["docType"], signed["nameSpaces"]]
    parts[2] = cbor2.dumps(cbor2.CBORTag(24, cbor2.dumps(content)))
    message = cborlist2CoseSign1(parts)
    message.key = EC2Key(crv=P256, x=key[-2], y=key[-3])
    assert message.verify_signature()


rows = {
    "SD-JWT issued": issue_sd_jwt,
    "SD-JWT verified, key known": lambda: verify(token, known),
    "SD-JWT verified, chain": lambda: verify(token, chained),
    "SD-JWT presentation, chain": lambda: verify(shown, chained, parameters["audience"], parameters["nonce"]),
    "mdoc issued": issue_mdoc,
    "mdoc verified, key known": lambda: verify_mdoc(False),
    "mdoc verified, chain": lambda: verify_mdoc(True),
    "mdoc presentation, chain": verify_response,
}
times = {}
for name, work in rows.items():
    for _ in range(10):
        work()
    best = None
    for _ in range(5):
        start = time.process_time()
        for _ in range(40):
            work()
        took = (time.process_time() - start) / 40
        best = took if best is None else min(best, took)
    times[name] = best
(folder / "python.json").write_text(json.dumps(times))
