#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""usage: check_issuer.py DIRECTORY

Reads the PIDs and the status list that CrossCheckTests.swift wrote, with PyPI sd-jwt 0.10.4, joserfc, cbor2 with pycose and pymdoccbor; fails on
the first disagreement.
"""
import base64
import hashlib
import json
import pathlib
import sys
import zlib

from cryptography import x509
from joserfc import jws
from joserfc.errors import BadSignatureError
from joserfc.jwk import ECKey, KeySet
from jwcrypto.jwk import JWK
from pymdoccbor.mdoc.issuersigned import IssuerSigned
from sd_jwt.verifier import SDJWTVerifier

folder = pathlib.Path(sys.argv[1])
root = x509.load_der_x509_certificate((folder / "root.der").read_bytes())
keys = json.loads((folder / "jwks.json").read_text())


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


# The certificate in x5c leads to the root and has the published key.
token = (folder / "pid_sd_jwt").read_text()
header = json.loads(decode(token.split(".")[0]))
certificate = x509.load_der_x509_certificate(base64.b64decode(header["x5c"][0]))
certificate.verify_directly_issued_by(root)
numbers = certificate.public_key().public_numbers()
published = keys["keys"][0]
assert numbers.x == int.from_bytes(decode(published["x"]), "big") and numbers.y == int.from_bytes(decode(published["y"]), "big")

# sd-jwt: every digest has its disclosure, and the signature is good.
verifier = SDJWTVerifier(token, lambda issuer, header: JWK.from_json(json.dumps(published)), None, None)
claims = verifier.get_verified_payload()
assert claims["vct"] == "urn:eudi:pid:nl:1" and claims["nationalities"] == ["NL", "TR"], claims["vct"]
assert claims["family_name"] == "Yılmaz-van den Berg" and claims["address"]["locality"] == "Utrecht"
assert claims["age_equal_or_over"] == {"18": True}
assert len(claims["recovery_code"]) == 43 and "_sd" not in claims
print("sd-jwt: verified,", len(claims), "claims")

# joserfc: the issuer's JWT and the status list.
key = ECKey.import_key({name: published[name] for name in ("kty", "crv", "x", "y")})
registry = jws.JWSRegistry(algorithms=["ES256"])
# A certificate in x5c and a status list are longer than joserfc expects.
registry.max_header_length, registry.max_payload_length = 8192, 1 << 20
for name in ("pid_sd_jwt", "status"):
    text = (folder / name).read_text().split("~")[0]
    jws.deserialize_compact(text, key, registry=registry)
    damaged = text[:-10] + ("A" if text[-10] != "A" else "B") + text[-9:]
    try:
        jws.deserialize_compact(damaged, key, registry=registry)
    except BadSignatureError:
        continue
    raise SystemExit("a damaged signature was taken")
assert KeySet.import_key_set(keys).keys
print("joserfc: token and status list verified")

payload = json.loads(decode((folder / "status").read_text().split(".")[1]))
bits = zlib.decompress(decode(payload["status_list"]["lst"]))
entry = claims["status"]["status_list"]["idx"]
assert payload["sub"] == claims["status"]["status_list"]["uri"] and bits[entry // 8] >> entry % 8 & 1 == 0
print("zlib: entry", entry, "of", len(bits) * 8, "is valid")

# pymdoccbor: signature and digests of the mdoc.
import cbor2

mdoc = cbor2.loads(decode((folder / "pid_mdoc").read_text()))
issued = IssuerSigned(mdoc["nameSpaces"], mdoc["issuerAuth"])
assert issued.issuer_auth.verify_signature() is True
issued.issuer_auth.x509_certificates[0].verify_directly_issued_by(root)
digests = cbor2.loads(cbor2.loads(mdoc["issuerAuth"][2]).value)["valueDigests"]
elements = {}
for space, items in mdoc["nameSpaces"].items():
    for item in items:
        value = cbor2.loads(item.value)
        assert hashlib.sha256(cbor2.dumps(item)).digest() == digests[space][value["digestID"]], value["elementIdentifier"]
        elements[value["elementIdentifier"]] = value["elementValue"]
assert elements["age_over_18"] is True
assert elements["family_name"] == "Yılmaz-van den Berg" and elements["nationality"] == ["NL", "TR"], sorted(elements)
print("pymdoccbor: signature verified,", len(elements), "elements")
