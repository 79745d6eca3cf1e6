#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""usage: verifier.py ask DIRECTORY; verifier.py check DIRECTORY

A verifier written from OpenID4VP 1.0, HAIP 1.0, RFC 9901 and ISO/IEC 18013-5, with PyPI cbor2, cryptography and joserfc; PyPI sd-jwt
judges the SD-JWTs beside it. `ask` reads task.json and signs requests under an authority of its own: requests.json has them with the
root, secrets.json what the verifier keeps. `check` decrypts and verifies the wallet's forms in answers.json; verdicts.json has the claims
of each, and the number of answers that were refused for another request.
"""
import base64
import datetime
import hashlib
import json
import pathlib
import secrets
import sys
import urllib.parse

import cbor2
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.x509.oid import NameOID
from joserfc import jwe
from joserfc.jwk import ECKey
from jwcrypto.jwk import JWK
from sd_jwt.verifier import SDJWTVerifier

ES256 = ec.ECDSA(hashes.SHA256())
HOST, OTHER_HOST = "py.example", "other.example"
METADATA = {
    "encrypted_response_enc_values_supported": ["A128GCM", "A256GCM"],
    "vp_formats_supported": {
        "dc+sd-jwt": {"sd-jwt_alg_values": ["ES256"], "kb-jwt_alg_values": ["ES256"]},
        "mso_mdoc": {"issuerauth_alg_values": [-7], "deviceauth_alg_values": [-7]},
    },
}
SPACE = "eu.europa.ec.eudi.pid.1"
QUERY = {"credentials": [
    {"id": "pid", "format": "dc+sd-jwt", "meta": {"vct_values": ["urn:eudi:pid:nl:1"]},
     "claims": [{"path": ["family_name"]}, {"path": ["address", "locality"]}]},
    {"id": "mdoc", "format": "mso_mdoc", "meta": {"doctype_value": SPACE},
     "claims": [{"path": [SPACE, "family_name"]}, {"path": [SPACE, "age_over_18"]}]},
]}


def encode(value):
    return base64.urlsafe_b64encode(value).decode().rstrip("=")


def decode(text):
    value = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    assert encode(value) == text, "not base64url as JOSE writes it"
    return value


def sha256(value):
    return hashlib.sha256(value).digest()


def der(certificate):
    return certificate.public_bytes(serialization.Encoding.DER)


def sign(key, message):
    r, s = utils.decode_dss_signature(key.sign(message, ES256))
    return r.to_bytes(32, "big") + s.to_bytes(32, "big")


def verify(key, signature, message):
    assert len(signature) == 64, "not r and s"
    parts = utils.encode_dss_signature(int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big"))
    key.verify(parts, message, ES256)


def public(x, y):
    return ec.EllipticCurvePublicNumbers(int.from_bytes(x, "big"), int.from_bytes(y, "big"), ec.SECP256R1()).public_key()


class Party:
    """A key with its certificate: an authority without `by`, else a verifier under it."""

    def __init__(self, name, now, by=None, host=None, days=(-1, 30)):
        self.key = ec.generate_private_key(ec.SECP256R1())
        subject = x509.Name([
            x509.NameAttribute(NameOID.COUNTRY_NAME, "NL"), x509.NameAttribute(NameOID.COMMON_NAME, name),
            x509.NameAttribute(NameOID.ORGANIZATION_IDENTIFIER, "NTRNL-" + name)])
        start, end = (datetime.datetime.fromtimestamp(now + day * 86400, datetime.timezone.utc) for day in days)
        issuer, signer = (by.certificate.subject, by.key) if by else (subject, self.key)
        is_root = host is None
        builder = x509.CertificateBuilder(issuer, subject, self.key.public_key(), x509.random_serial_number(), start, end)
        builder = builder.add_extension(x509.BasicConstraints(is_root, None), True)
        builder = builder.add_extension(x509.KeyUsage(not is_root, False, False, False, False, is_root, is_root, False, False), True)
        builder = builder.add_extension(x509.SubjectKeyIdentifier.from_public_key(self.key.public_key()), False)
        builder = builder.add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), False)
        if host:
            builder = builder.add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), False)
        self.certificate = builder.sign(signer, hashes.SHA256())

    @property
    def hash_id(self):
        return "x509_hash:" + encode(sha256(der(self.certificate)))


def jws(header, claims, key):
    """RFC 7515; `claims` may be the bytes of a payload."""
    payload = claims if type(claims) is bytes else json.dumps(claims).encode()
    message = encode(json.dumps(header).encode()) + "." + encode(payload)
    return message + "." + encode(sign(key, message.encode()))


def header(*parties):
    """HAIP 1.0 section 5: the chain without its anchor."""
    chain = [base64.b64encode(der(party.certificate)).decode() for party in parties]
    return {"typ": "oauth-authz-req+jwt", "alg": "ES256", "x5c": chain}


def claims(client, now, wallet_nonce=None):
    """Sections 5.1 to 5.10, with a fresh key, nonce and address; also the private key."""
    key = ECKey.generate_key("P-256").as_dict(private=True)
    point = {name: key[name] for name in ("kty", "crv", "x", "y")}
    jwk = point | {"use": "enc", "alg": "ECDH-ES", "kid": secrets.token_urlsafe(8)}
    request = {
        "client_id": client, "aud": "https://self-issued.me/v2", "response_type": "vp_token", "response_mode": "direct_post.jwt",
        "response_uri": f"https://{HOST}/answers/{secrets.token_urlsafe(16)}", "nonce": secrets.token_urlsafe(24),
        "state": secrets.token_urlsafe(16), "iat": now, "exp": now + 300, "dcql_query": QUERY, "client_metadata":
            METADATA | {"jwks": {"keys": [jwk]}},
    }
    if wallet_nonce:
        request["wallet_nonce"] = wallet_nonce
    return request, point | {"d": key["d"]}


def ask(task):
    root = Party("Access authority", task["now"])
    shop = Party("Shop", task["now"], root, HOST)
    requests, kept = [], []
    for client in (shop.hash_id, "x509_san_dns:" + HOST):
        for method in ("A128GCM", "A256GCM"):
            for is_post in (False, True):
                request, key = claims(client, task["now"], task["wallet_nonce"] if is_post else None)
                if method == "A128GCM":
                    # The default of section 5.1.
                    del request["client_metadata"]["encrypted_response_enc_values_supported"]
                name = f"{client.split(':')[0]}, {method}, {'POST' if is_post else 'GET'}"
                text = jws(header(shop), request, shop.key)
                requests.append({"name": name, "client_id": client, "post": is_post, "request": text})
                kept.append({"name": name, "request": request, "key": key, "enc": method})
    write("requests.json", {"root": encode(der(root.certificate)), "requests": requests})
    write("secrets.json", kept)


def decrypt(form, kept):
    """Sections 8.2 and 8.3."""
    pairs = urllib.parse.parse_qsl(form, keep_blank_values=True, strict_parsing=True)
    assert [name for name, _ in pairs] == ["response"], "other fields than response"
    text = pairs[0][1]
    parts = text.split(".")
    head = json.loads(decode(parts[0]))
    jwk = kept["request"]["client_metadata"]["jwks"]["keys"][0]
    assert len(parts) == 5 and parts[1] == "", "no direct key agreement"
    assert set(head) == {"alg", "enc", "kid", "epk"} and set(head["epk"]) == {"kty", "crv", "x", "y"}, "header"
    assert (head["alg"], head["enc"], head["kid"]) == ("ECDH-ES", kept["enc"], jwk["kid"]), "header"
    registry = jwe.JWERegistry(algorithms=["ECDH-ES", "A128GCM", "A256GCM"])
    payload = json.loads(jwe.decrypt_compact(text, ECKey.import_key(kept["key"]), registry=registry).plaintext)
    assert set(payload) == {"vp_token", "state"} and payload["state"] == kept["request"]["state"], "state"
    return payload["vp_token"]


def issuer_key(certificate, root):
    certificate.verify_directly_issued_by(root)
    moment = datetime.datetime.fromtimestamp(task["now"], datetime.timezone.utc)
    assert certificate.not_valid_before_utc <= moment <= certificate.not_valid_after_utc, "the issuer's certificate"
    return certificate.public_key()


def sd_jwt(text, request, root):
    """Appendix B.3; RFC 9901 sections 7.1 and 7.3."""
    token, *disclosures, binding = text.split("~")
    head, payload, signature = token.split(".")
    issuer, content = json.loads(decode(head)), json.loads(decode(payload))
    key = issuer_key(x509.load_der_x509_certificate(base64.b64decode(issuer["x5c"][0])), root)
    assert issuer["typ"] == "dc+sd-jwt" and issuer["alg"] == "ES256" and content.get("_sd_alg", "sha-256") == "sha-256", "header"
    verify(key, decode(signature), f"{head}.{payload}".encode())
    assert content["vct"] == "urn:eudi:pid:nl:1" and content["iat"] <= task["now"] < content["exp"], "type or time"
    hidden = {encode(sha256(part.encode())): json.loads(decode(part)) for part in disclosures}
    assert len(hidden) == len(disclosures), "a disclosure twice"
    used = []

    def open_(value):
        if type(value) is list:
            shown = []
            for element in value:
                if type(element) is dict and set(element) == {"..."}:
                    if element["..."] in hidden:
                        used.append(element["..."])
                        shown.append(open_(hidden[element["..."]][1]))
                else:
                    shown.append(open_(element))
            return shown
        if type(value) is not dict:
            return value
        shown = {name: open_(member) for name, member in value.items() if name not in ("_sd", "_sd_alg")}
        for digest in value.get("_sd", []):
            if digest in hidden:
                _, name, member = hidden[digest]
                assert name not in shown, "a claim twice"
                used.append(digest)
                shown[name] = open_(member)
        return shown

    shown = open_(content)
    assert sorted(used) == sorted(hidden), "a disclosure that nothing refers to"
    head, payload, signature = binding.split(".")
    assert json.loads(decode(head)) == {"alg": "ES256", "typ": "kb+jwt"}, "header of the key binding"
    bound = json.loads(decode(payload))
    assert set(bound) == {"iat", "aud", "nonce", "sd_hash"}, "claims of the key binding"
    assert bound["aud"] == request["client_id"] and bound["nonce"] == request["nonce"], "aud or nonce"
    assert abs(bound["iat"] - task["now"]) <= 60 and type(bound["iat"]) is int, "iat"
    assert bound["sd_hash"] == encode(sha256(text[:len(text) - len(binding)].encode())), "sd_hash"
    holder = content["cnf"]["jwk"]
    verify(public(decode(holder["x"]), decode(holder["y"])), decode(signature), f"{head}.{payload}".encode())
    judge = SDJWTVerifier(text, lambda *_: JWK.from_pyca(key), request["client_id"], request["nonce"])
    assert judge.get_verified_payload() == shown, "sd-jwt reads another payload"
    # What stays is what nobody can withhold.
    return {name: value for name, value in shown.items() if name not in ("iss", "vct", "iat", "exp", "cnf")}


def mdoc(text, request, root):
    """Appendix B.2; ISO/IEC 18013-5 sections 8.3.2.1.2.2, 9.1.2 and 9.1.3."""
    response = cbor2.loads(decode(text))
    assert set(response) == {"version", "documents", "status"} and response["version"] == "1.0" and response["status"] == 0, "response"
    document, = response["documents"]
    assert set(document) == {"docType", "issuerSigned", "deviceSigned"} and document["docType"] == SPACE, "document"
    protected, unprotected, payload, signature = document["issuerSigned"]["issuerAuth"]
    assert cbor2.loads(protected) == {1: -7}, "algorithm of the issuer"
    chain = unprotected[33]
    key = issuer_key(x509.load_der_x509_certificate(chain if type(chain) is bytes else chain[0]), root)
    verify(key, signature, cbor2.dumps(["Signature1", protected, b"", payload]))
    secured = cbor2.loads(cbor2.loads(payload).value)
    assert secured["digestAlgorithm"] == "SHA-256" and secured["docType"] == SPACE, "type"
    moment = datetime.datetime.fromtimestamp(task["now"], datetime.timezone.utc)
    assert secured["validityInfo"]["validFrom"] <= moment < secured["validityInfo"]["validUntil"], "time"
    shown = {}
    for space, items in document["issuerSigned"]["nameSpaces"].items():
        for item in items:
            content = cbor2.loads(item.value)
            digest = sha256(cbor2.dumps(cbor2.CBORTag(24, item.value)))
            assert secured["valueDigests"][space][content["digestID"]] == digest and len(content["random"]) >= 16, "digest"
            assert content["elementIdentifier"] not in shown.setdefault(space, {}), "an element twice"
            shown[space][content["elementIdentifier"]] = content["elementValue"]
    jwk = request["client_metadata"]["jwks"]["keys"][0]
    thumbprint = sha256(json.dumps({name: jwk[name] for name in ("crv", "kty", "x", "y")}, separators=(",", ":")).encode())
    info = cbor2.dumps([request["client_id"], request["nonce"], thumbprint, request["response_uri"]])
    transcript = [None, None, ["OpenID4VPHandover", sha256(info)]]
    signed = document["deviceSigned"]
    assert signed["nameSpaces"].tag == 24 and cbor2.loads(signed["nameSpaces"].value) == {}, "elements of the device"
    assert set(signed["deviceAuth"]) == {"deviceSignature"}, "no signature"
    protected, unprotected, payload, signature = signed["deviceAuth"]["deviceSignature"]
    assert cbor2.loads(protected) == {1: -7} and not unprotected and payload is None, "not detached"
    authentication = cbor2.dumps(["DeviceAuthentication", transcript, SPACE, cbor2.CBORTag(24, cbor2.dumps({}))])
    detached = cbor2.dumps(cbor2.CBORTag(24, authentication))
    device = secured["deviceKeyInfo"]["deviceKey"]
    assert (device[1], device[-1]) == (2, 1), "the device's key"
    verify(public(device[-2], device[-3]), signature, cbor2.dumps(["Signature1", protected, b"", detached]))
    return shown


def fails(presentation, *values):
    """True if a presentation is refused for a request."""
    try:
        presentation(*values)
    except Exception:
        return True
    return False


def check(kept):
    root = x509.load_der_x509_certificate(decode(task["issuer_root"]))
    forms = {answer["name"]: answer["form"] for answer in json.loads((folder / "answers.json").read_text())}
    verdicts, tokens = [], {}
    for request in kept:
        token = decrypt(forms[request["name"]], request)
        assert set(token) == {"pid", "mdoc"} and all(type(texts) is list and len(texts) == 1 for texts in token.values()), "vp_token"
        tokens[request["name"]] = token
        values = {"pid": sd_jwt(token["pid"][0], request["request"], root), "mdoc": mdoc(token["mdoc"][0], request["request"], root)}
        verdicts.append({"name": request["name"], "claims": values})
    refused = 0
    for request in kept:
        for name, token in tokens.items():
            if name != request["name"]:
                # A form for another key, and presentations for another nonce, key and address.
                assert fails(decrypt, forms[name], request), "a foreign form"
                assert fails(sd_jwt, token["pid"][0], request["request"], root), "a foreign SD-JWT"
                assert fails(mdoc, token["mdoc"][0], request["request"], root), "a foreign mdoc"
                refused += 1
    write("verdicts.json", {"answers": verdicts, "refused": refused})


def write(name, value):
    (folder / name).write_text(json.dumps(value, sort_keys=True))


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[2])
    task = json.loads((folder / "task.json").read_text())
    if sys.argv[1] == "ask":
        ask(task)
    else:
        check(json.loads((folder / "secrets.json").read_text()))
