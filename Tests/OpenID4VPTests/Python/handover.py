#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""usage: handover.py DIRECTORY

Computes session transcripts for the requests in cases.json with PyPI cbor2, following OpenID4VP 1.0 appendix B.2.6.1; writes
transcripts.json: for each request the right one and wrong ones by name, in hexadecimal.
"""
import base64
import hashlib
import json
import pathlib
import sys

import cbor2


def sha256(value):
    return hashlib.sha256(value).digest()


def thumbprint(members):
    return sha256(json.dumps(members, sort_keys=True, separators=(",", ":")).encode())


def transcript(info, name="OpenID4VPHandover"):
    return cbor2.dumps([None, None, [name, sha256(info)]])


def right(client, nonce, key, uri):
    return transcript(cbor2.dumps([client, nonce, key, uri]))


def earlier(client, nonce, uri):
    """ISO/IEC TS 18013-7 annex B, and the drafts of OpenID4VP before the handover had a name."""
    own = "wallet-nonce"
    return cbor2.dumps([None, None, [sha256(cbor2.dumps([client, own])), sha256(cbor2.dumps([uri, own])), nonce]])


def wrong(client, nonce, uri, jwk):
    key = thumbprint({name: jwk[name] for name in ("crv", "kty", "x", "y")}) if jwk else None
    text = base64.urlsafe_b64encode(key).decode().rstrip("=") if key else ""
    info = [client, nonce, key, uri]
    return {
        "earlier drafts": earlier(client, nonce, uri),
        "no place for the key": transcript(cbor2.dumps([client, nonce, uri])),
        "encrypted or not, the other way round": right(client, nonce, None if key else sha256(b""), uri),
        "thumbprint as a text": right(client, nonce, text, uri),
        "thumbprint of more members": right(client, nonce, thumbprint({**(jwk or {}), "use": "enc"}), uri),
        "thumbprint as an empty byte string": right(client, nonce, b"", uri),
        "client_id without its prefix": right(client.split(":", 1)[1], nonce, key, uri),
        "response_uri with a slash": right(client, nonce, key, uri + "/"),
        "another order": right(nonce, client, key, uri),
        "the browser's handover": transcript(cbor2.dumps([uri, nonce, key]), "OpenID4VPDCAPIHandover"),
        "the browser's name": transcript(cbor2.dumps(info), "OpenID4VPDCAPIHandover"),
        "the info itself": cbor2.dumps([None, None, ["OpenID4VPHandover", info]]),
        "the info as bytes": cbor2.dumps([None, None, ["OpenID4VPHandover", cbor2.dumps(info)]]),
        "the hash as a text": cbor2.dumps([None, None, ["OpenID4VPHandover", sha256(cbor2.dumps(info)).hex()]]),
        "the hash of JSON": transcript(json.dumps([client, nonce, text or None, uri]).encode()),
        "the hash of an embedded info": transcript(cbor2.dumps(cbor2.CBORTag(24, cbor2.dumps(info)))),
        "an array without a length": transcript(b"\x9f" + b"".join(map(cbor2.dumps, info)) + b"\xff"),
        "a handover without engagement": cbor2.dumps(["OpenID4VPHandover", sha256(cbor2.dumps(info))]),
        "undefined instead of null": cbor2.dumps([cbor2.undefined, cbor2.undefined, ["OpenID4VPHandover", sha256(cbor2.dumps(info))]]),
        "a fourth element": cbor2.dumps([None, None, ["OpenID4VPHandover", sha256(cbor2.dumps(info))], None]),
    }


folder = pathlib.Path(sys.argv[1])
answers = []
for case in json.loads((folder / "cases.json").read_text()):
    client, nonce, uri, jwk = (case[name] for name in ("client_id", "nonce", "response_uri", "jwk"))
    key = thumbprint({name: jwk[name] for name in ("crv", "kty", "x", "y")}) if jwk else None
    mistakes = wrong(client, nonce, uri, jwk)
    answers.append({"right": right(client, nonce, key, uri).hex(), "wrong": {name: value.hex() for name, value in mistakes.items()}})
(folder / "transcripts.json").write_text(json.dumps(answers))
