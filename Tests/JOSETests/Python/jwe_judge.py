#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""usage: jwe_judge.py DIRECTORY

Opens the compact JWEs in jwe.json with PyPI joserfc and jwcrypto, and makes JWEs with both for the same key; writes judged.json. The
verdict of a JWE is, for each library, the plaintext in base64url, or null if it refuses.
"""
import base64
import itertools
import json
import pathlib
import sys

from joserfc import jwe
from joserfc.jwk import ECKey
from jwcrypto.jwe import JWE
from jwcrypto.jwk import JWK

ALGORITHMS = ["ECDH-ES", "A128GCM", "A256GCM"]

folder = pathlib.Path(sys.argv[1])
task = json.loads((folder / "jwe.json").read_text())
private = task["key"]
public = {name: value for name, value in private.items() if name != "d"}
plaintext = base64.urlsafe_b64decode(task["plaintext"] + "==")
registry = jwe.JWERegistry(algorithms=ALGORITHMS)


def opened_by_joserfc(text):
    return jwe.decrypt_compact(text, ECKey.import_key(private), registry=registry).plaintext


def opened_by_jwcrypto(text):
    token = JWE(algs=ALGORITHMS)
    token.deserialize(text, JWK(**private))
    return token.payload


def sealed_by_joserfc(header):
    return jwe.encrypt_compact(header, plaintext, ECKey.import_key(public), registry=registry)


def sealed_by_jwcrypto(header):
    return JWE(plaintext, json.dumps(header), algs=ALGORITHMS, recipient=JWK(**public)).serialize(compact=True)


def verdict(library, text):
    try:
        return base64.urlsafe_b64encode(library(text)).decode().rstrip("=")
    except Exception:  # both raise many kinds
        return None


parties = [{}, {"apu": "QWxpY2U"}, {"apv": "Qm9i"}, {"apu": "QWxpY2U", "apv": "Qm9i"}]
made = []
for method, party in itertools.product(task["methods"], parties):
    header = {"alg": "ECDH-ES", "enc": method, "kid": private["kid"]} | party
    made += [sealed_by_joserfc(dict(header)), sealed_by_jwcrypto(header)]
judged = {
    name: [[verdict(library, text) for library in (opened_by_joserfc, opened_by_jwcrypto)] for text in task[name]]
    for name in ("sealed", "refused")
}
(folder / "judged.json").write_text(json.dumps(judged | {"made": made}))
