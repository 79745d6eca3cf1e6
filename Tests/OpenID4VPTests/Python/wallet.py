#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""usage: wallet.py DIRECTORY

A wallet written from OpenID4VP 1.0, HAIP 1.0, RFC 9901 and ISO/IEC 18013-5, with PyPI cbor2, cryptography and joserfc. It verifies the
request in task.json and answers it with the cards there: once rightly with each content encryption, and once with each of several faults.
Writes answers.json: a list of name, posted form, and the reason that a verifier must find (null: none).
"""
import base64
import hashlib
import json
import pathlib
import sys
import urllib.parse

import cbor2
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from joserfc import jwe
from joserfc.jwk import ECKey

ES256 = ec.ECDSA(hashes.SHA256())


def encode(value):
    return base64.urlsafe_b64encode(value).decode().rstrip("=")


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def sha256(value):
    return hashlib.sha256(value).digest()


def sign(message):
    r, s = utils.decode_dss_signature(holder.sign(message, ES256))
    return r.to_bytes(32, "big") + s.to_bytes(32, "big")


def read_request(text, root):
    """Section 5: header, chain, client_id, signature, claims."""
    head, body, signature = text.split(".")
    header, claims = json.loads(decode(head)), json.loads(decode(body))
    assert header["typ"] == "oauth-authz-req+jwt" and header["alg"] == "ES256", header
    leaf = base64.b64decode(header["x5c"][0])
    certificate = x509.load_der_x509_certificate(leaf)
    certificate.verify_directly_issued_by(x509.load_der_x509_certificate(root))
    r_s = decode(signature)
    parts = utils.encode_dss_signature(int.from_bytes(r_s[:32], "big"), int.from_bytes(r_s[32:], "big"))
    certificate.public_key().verify(parts, f"{head}.{body}".encode(), ES256)
    assert claims["client_id"] == "x509_hash:" + encode(sha256(leaf)), "client_id"
    assert claims["aud"] == "https://self-issued.me/v2" and claims["response_type"] == "vp_token", "aud or response_type"
    assert claims["response_mode"] == "direct_post.jwt" and "redirect_uri" not in claims, "response_mode"
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value.get_values_for_type(x509.DNSName)
    assert urllib.parse.urlsplit(claims["response_uri"]).hostname in names, "response_uri"
    metadata = claims["client_metadata"]
    assert set(metadata["encrypted_response_enc_values_supported"]) >= {"A128GCM", "A256GCM"}, "HAIP demands both"
    assert "ES256" in metadata["vp_formats_supported"]["dc+sd-jwt"]["kb-jwt_alg_values"], "formats"
    assert -7 in metadata["vp_formats_supported"]["mso_mdoc"]["deviceauth_alg_values"], "formats"
    return claims


def sd_jwt(query, further=(), audience=None, nonce=None, issued=None, hashed=None, typ="kb+jwt", der=False):
    """Appendix B.3 and RFC 9901 section 4.3, for claims at the top."""
    issuer, *disclosures = task["sd_jwt"].rstrip("~").split("~")
    names = [claim["path"][0] for claim in query["claims"]] + list(further)
    chosen = [text for text in disclosures if len(values := json.loads(decode(text))) == 3 and values[1] in names]
    shown = "~".join([issuer, *chosen]) + "~"
    claims = {
        "iat": issued or task["now"], "aud": audience or request["client_id"], "nonce": nonce or request["nonce"],
        "sd_hash": encode(sha256((hashed or shown).encode())),
    }
    message = ".".join(encode(json.dumps(part).encode()) for part in ({"alg": "ES256", "typ": typ}, claims))
    signature = holder.sign(message.encode(), ES256) if der else sign(message.encode())
    return shown + message + "." + encode(signature)


def handover(thumbprint):
    """Appendix B.2.6.1."""
    info = [request["client_id"], request["nonce"], thumbprint, request["response_uri"]]
    return [None, None, ["OpenID4VPHandover", sha256(cbor2.dumps(info))]]


def mdoc(query, transcript, further=()):
    """Appendix B.2 and ISO/IEC 18013-5 sections 8.3.2.1.2.2 and 9.1.3."""
    card = cbor2.loads(decode(task["mdoc"]))
    asked = {tuple(claim["path"]) for claim in query["claims"]} | set(further)
    spaces = {}
    for space, items in card["nameSpaces"].items():
        chosen = [item for item in items if (space, cbor2.loads(item.value)["elementIdentifier"]) in asked]
        if chosen:
            spaces[space] = chosen
    kind = cbor2.loads(cbor2.loads(card["issuerAuth"][2]).value)["docType"]
    nothing = cbor2.CBORTag(24, cbor2.dumps({}))
    authentication = cbor2.dumps(["DeviceAuthentication", transcript, kind, nothing])
    protected = cbor2.dumps({1: -7})
    payload = cbor2.dumps(cbor2.CBORTag(24, authentication))
    signature = sign(cbor2.dumps(["Signature1", protected, b"", payload]))
    device = {"nameSpaces": nothing, "deviceAuth": {"deviceSignature": [protected, {}, None, signature]}}
    issued = {"nameSpaces": spaces, "issuerAuth": card["issuerAuth"]}
    document = {"docType": kind, "issuerSigned": issued, "deviceSigned": device}
    return encode(cbor2.dumps({"version": "1.0", "documents": [document], "status": 0}))


def answer(token, method="A256GCM", state=True, key=None):
    """Section 8.3."""
    payload = {"vp_token": token} | ({"state": request["state"]} if state else {})
    header = {"alg": "ECDH-ES", "enc": method, "kid": jwk["kid"]}
    text = jwe.encrypt_compact(header, json.dumps(payload).encode(), ECKey.import_key(key or point), registry=registry)
    return urllib.parse.urlencode({"response": text})


folder = pathlib.Path(sys.argv[1])
task = json.loads((folder / "task.json").read_text())
holder = ec.derive_private_key(int.from_bytes(decode(task["holder"]), "big"), ec.SECP256R1())
request = read_request(task["request"], decode(task["root"]))
registry = jwe.JWERegistry(algorithms=["ECDH-ES", "A128GCM", "A256GCM"])
jwk = next(key for key in request["client_metadata"]["jwks"]["keys"] if key["kty"] == "EC" and key["alg"] == "ECDH-ES")
point = {name: jwk[name] for name in ("kty", "crv", "x", "y")}
print_of_key = sha256(json.dumps({name: jwk[name] for name in ("crv", "kty", "x", "y")}, separators=(",", ":")).encode())
pid, card = request["dcql_query"]["credentials"]
right = {pid["id"]: [sd_jwt(pid)], card["id"]: [mdoc(card, handover(print_of_key))]}


def with_sd_jwt(**change):
    return answer(right | {pid["id"]: [sd_jwt(pid, **change)]})


def with_mdoc(transcript, further=()):
    return answer(right | {card["id"]: [mdoc(card, transcript, further)]})


others = ECKey.generate_key("P-256").as_dict(private=False)
answers = [
    ("A128GCM", answer(right, "A128GCM"), None),
    ("A256GCM", answer(right), None),
    ("audience without its prefix", with_sd_jwt(audience=request["client_id"].split(":")[1]), "key_binding_audience"),
    ("another nonce", with_sd_jwt(nonce=request["nonce"][::-1]), "key_binding_nonce"),
    ("milliseconds", with_sd_jwt(issued=task["now"] * 1000), "key_binding_time"),
    ("the hash of all disclosures", with_sd_jwt(hashed=task["sd_jwt"]), "holder_proof"),
    ("the type of another JWT", with_sd_jwt(typ="JWT"), "holder_proof"),
    ("a signature in DER", with_sd_jwt(der=True), "holder_proof"),
    ("a claim more", with_sd_jwt(further=["given_name"]), "claim_unasked"),
    ("no thumbprint", with_mdoc(handover(None)), "transcript"),
    ("the handover of drafts", with_mdoc([None, None, [sha256(b"1"), sha256(b"2"), request["nonce"]]]), "transcript"),
    ("an element more", with_mdoc(handover(print_of_key), {(card["claims"][0]["path"][0], "given_name")}), "claim_unasked"),
    ("a query left out", answer({pid["id"]: right[pid["id"]]}), "missing_required"),
    ("a query more", answer(right | {"more": right[pid["id"]]}), "unknown_query"),
    ("each the other's", answer({pid["id"]: right[card["id"]], card["id"]: right[pid["id"]]}), "format"),
    ("the token of drafts", answer({pid["id"]: right[pid["id"]][0]}), "payload"),
    ("no presentation", answer({}), "empty_token"),
    ("no state", answer(right, state=False), "state"),
    ("another key", answer(right, key={name: others[name] for name in ("kty", "crv", "x", "y")}), "not_decrypted"),
]
(folder / "answers.json").write_text(json.dumps([{"name": name, "form": form, "reason": reason} for name, form, reason in answers]))
