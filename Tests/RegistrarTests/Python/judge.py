#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""usage: judge.py DIRECTORY

Judges a registrar's certificates with openssl and its registration with PyPI joserfc, following ETSI TS 119 411-8 and TS 119 475; fails
with the first finding.
"""
import base64
import json
import pathlib
import subprocess
import sys

from joserfc import jws
from joserfc.jwk import ECKey

folder = pathlib.Path(sys.argv[1])
TIME = 1_800_000_000


def check(condition, what):
    if not condition:
        raise SystemExit(what)


def verifies(root, leaf):
    command = ["openssl", "verify", "-x509_strict", "-attime", str(TIME), "-CAfile", folder / root, folder / leaf]
    return subprocess.run(command, capture_output=True).returncode == 0


check(verifies("access-root.pem", "access.pem"), "openssl refuses the access certificate")
check(verifies("registrar-root.pem", "registrar.pem"), "openssl refuses the registrar's certificate")
check(not verifies("registrar-root.pem", "access.pem"), "the access certificate is below the registrar's root")
check(not verifies("access-root.pem", "registrar.pem"), "the registrar's certificate is below the access root")
check(not verifies("access-root.pem", "registrar-root.pem"), "the access root certifies the registrar's")

text = subprocess.run(
    ["openssl", "x509", "-in", folder / "access.pem", "-noout", "-subject", "-ext", "subjectAltName", "-nameopt", "multiline,oid"],
    check=True, capture_output=True, text=True).stdout
for part in ["2.5.4.97", "NTRNL-12345678", "Bookshop Ltd", "For tests only", "DNS:shop.example"]:
    check(part in text, f"no {part} in the access certificate")

token = (folder / "registration.jwt").read_text()
public = subprocess.run(
    ["openssl", "x509", "-in", folder / "registrar.pem", "-noout", "-pubkey"], check=True, capture_output=True, text=True).stdout
registry = jws.JWSRegistry(algorithms=["ES256"])
# A header with a certificate is longer than the standard limit.
registry.max_header_length = 8192
read = jws.deserialize_compact(token, ECKey.import_key(public), registry=registry)
header, claims = read.headers(), json.loads(read.payload)
check(header["typ"] == "rc-wrp+jwt" and header["alg"] == "ES256", "header")
der = subprocess.run(["openssl", "x509", "-in", folder / "registrar.pem", "-outform", "DER"], check=True, capture_output=True).stdout
check(header["x5c"] == [base64.b64encode(der).decode()], "x5c is not the registrar's certificate alone")
check(claims["policy_id"] == ["0.4.0.19475.3.1"] and claims["iat"] == TIME, "policy_id or iat")
check(0 < claims["exp"] - claims["iat"] <= 366 * 86_400, "more than twelve months")
for name in ["name", "sub_ln", "sub", "country", "srv_description", "purpose", "privacy_policy", "entitlements", "credentials"]:
    check(claims.get(name), f"no {name}")
