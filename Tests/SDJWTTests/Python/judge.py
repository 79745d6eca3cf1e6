#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""usage: judge.py DIRECTORY

Judges the SD-JWTs in cases.json with PyPI sd-jwt, and makes one with it; writes verdicts.json and made.json. The verdict of an accepted
token is null. This program performs the checks that sd-jwt leaves to its caller (header, claims, always visible claims, age of a key binding),
following RFC 9901 and SD-JWT VC. A verdict of such a check begins with "caller".
"""
import base64
import hashlib
import json
import pathlib
import sys

import sd_jwt.holder
from jwcrypto.jwk import JWK
from sd_jwt.common import SDObj
from sd_jwt.holder import SDJWTHolder
from sd_jwt.issuer import SDJWTIssuer
from sd_jwt.verifier import SDJWTVerifier

folder = pathlib.Path(sys.argv[1])
task = json.loads((folder / "cases.json").read_text())
issuer = JWK.from_json(json.dumps(task["issuer"]))
now, leeway = task["now"], 60


class Refused(Exception):
    """The caller's own check."""


def check(condition, what):
    if not condition:
        raise Refused(what)


def strict(text):
    def members(pairs):
        check(len({name for name, _ in pairs}) == len(pairs), "a member twice")
        return dict(pairs)
    return json.loads(text, object_pairs_hook=members)


def part(text):
    """The JSON object in a part of a JWT, which must be canonical base64url."""
    raw = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    check(base64.urlsafe_b64encode(raw).decode().rstrip("=") == text, "not canonical base64url")
    value = strict(raw.decode())
    check(type(value) is dict, "no object")
    return value


def times(claims):
    for name in ("iat", "nbf", "exp"):
        if name in claims:
            check(type(claims[name]) is int and 0 <= claims[name] < 1 << 53, name)
    check(claims.get("iat", 0) <= now + leeway and claims.get("nbf", 0) <= now + leeway, "not yet")
    check(claims.get("exp", now) > now - leeway, "expired")


def header(token, type_):
    header = part(token.split(".")[0])
    check(header.get("alg") == "ES256" and header.get("typ") == type_, "alg or typ")
    check(not {"crit", "b64", "zip", "jwk", "jku", "x5u"} & set(header), "header")
    check(type(header.get("kid", "")) is str, "kid")
    if type_ == "kb+jwt":
        check(set(header) == {"alg", "typ"}, "header")


def hidden(value):
    """True if a value contains a hidden claim."""
    if type(value) is dict:
        return "_sd" in value or "..." in value or any(hidden(content) for content in value.values())
    return type(value) is list and any(hidden(content) for content in value)


def form(value, top=True, element=False):
    """Checks the places and the form of all digests."""
    if type(value) is list:
        for content in value:
            form(content, False, True)
        return
    if type(value) is not dict:
        return
    check(top or "_sd_alg" not in value, "_sd_alg within")
    check("..." not in value or element and len(value) == 1, "...")
    digests = value.get("_sd", [])
    check(type(digests) is list, "_sd")
    for digest in digests + ([value["..."]] if "..." in value else []):
        check(type(digest) is str and len(digest) == 43, "digest")
        raw = base64.urlsafe_b64decode(digest + "=")
        check(base64.urlsafe_b64encode(raw).decode().rstrip("=") == digest, "digest's base64url")
    for name, content in value.items():
        if name != "_sd":
            form(content, False)


ALWAYS = ("iss", "aud", "nbf", "exp", "cnf", "vct", "vct#integrity", "status")


def disclosures(texts, payload, visible):
    """Checks the disclosures against the tree of digests (RFC 9901 7.1, steps 3 to 5)."""

    found, seen = {}, []

    def digest(text):
        return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode().rstrip("=")

    check(len(set(texts)) == len(texts), "a disclosure twice")
    for text in texts:
        raw = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        check(base64.urlsafe_b64encode(raw).decode().rstrip("=") == text, "a disclosure's base64url")
        value = strict(raw.decode())
        check(type(value) is list and len(value) in (2, 3) and type(value[0]) is str, "disclosure")
        if len(value) == 3:
            check(type(value[1]) is str and value[1] not in ("_sd", "...", "_sd_alg"), "a disclosure's name")
        json.dumps(value, allow_nan=False, ensure_ascii=False).encode()
        found[digest(text)] = value

    def walk(value):
        if type(value) is list:
            for content in value:
                walk(content)
        elif type(value) is dict:
            for digest in value.get("_sd", []):
                seen.append(digest)
                if digest in found:
                    check(len(found[digest]) == 3, "an element's disclosure")
                    form(found[digest][2], False)
                    walk(found[digest][2])
            if "..." in value:
                seen.append(value["..."])
                if value["..."] in found:
                    check(len(found[value["..."]]) == 2, "a member's disclosure")
                    form(found[value["..."]][1], False)
                    walk(found[value["..."]][1])
            for name, content in value.items():
                if name != "_sd":
                    walk(content)

    walk(payload)
    check(len(set(seen)) == len(seen), "a digest twice")
    check(set(found) <= set(seen), "a disclosure of nothing")
    for name in ALWAYS:
        check(not hidden(payload.get(name)), "hidden within " + name)
        check(name in payload or name not in visible, name + " hidden")
        for digest in payload.get("_sd", []):
            check(digest not in found or found[digest][1] != name, name + " hidden")


def verify(case):
    text, bound = case["text"], case["bound"]
    binding = (task["audience"], task["nonce"]) if bound else ()
    verifier = SDJWTVerifier(text, lambda *_: issuer, *binding)
    claims = verifier.get_verified_payload()
    parts = text.split("~")
    check(bound == bool(parts[-1]), "key binding")
    header(parts[0], "dc+sd-jwt")
    payload = part(parts[0].split(".")[1])
    form(payload)
    check(payload.get("_sd_alg", "sha-256") == "sha-256", "_sd_alg")
    disclosures(parts[1:-1], payload, claims)
    times(claims)
    check("exp" in claims, "no exp")
    check(type(claims.get("vct")) is str and claims["vct"] == task["vct"], "vct")
    check(type(claims.get("iss", "")) is str and "aud" not in claims, "iss or aud")
    if bound or "cnf" in claims:
        key = claims.get("cnf", {}).get("jwk")
        check(type(key) is dict and key.get("kty") == "EC" and key.get("crv") == "P-256" and "d" not in key, "cnf")
        check(key.get("use", "sig") == "sig" and key.get("alg", "ES256") == "ES256" and "verify" in key.get("key_ops", ["verify"]), "cnf")
        # Forces the parsing of the point, which jwcrypto defers.
        JWK.from_json(json.dumps(key)).get_op_key("verify")
    if bound:
        header(parts[-1], "kb+jwt")
        said = part(parts[-1].split(".")[1])
        times(said)
        check(type(said["iat"]) is int and said["iat"] > now - 300 - leeway, "iat of the key binding")
        check(type(said["aud"]) is str and type(said["nonce"]) is str, "aud or nonce")


verdicts = []
for case in task["cases"]:
    try:
        verify(case)
        verdicts.append(None)
    except Refused as refusal:
        verdicts.append("caller: " + str(refusal))
    except Exception as error:  # sd-jwt and its dependencies raise many kinds
        verdicts.append(type(error).__name__ + ": " + str(error)[:80])
(folder / "verdicts.json").write_text(json.dumps(verdicts))

# A token by sd-jwt with decoys, partially disclosed.
signer, holder = JWK.generate(kty="EC", crv="P-256"), JWK.generate(kty="EC", crv="P-256")
made = SDJWTIssuer(
    {"iss": "https://issuer.example", "vct": task["vct"], "iat": now - 60, "exp": now + 3600, SDObj("given_name"): "Zoë",
     SDObj("address"): {SDObj("locality"): "Den Haag", "country": "NL"}, "nationalities": [SDObj("NL"), SDObj("TR")]},
    signer, holder, add_decoy_claims=True, extra_header_parameters={"typ": "dc+sd-jwt"})
shower = SDJWTHolder(made.sd_jwt_issuance)

sd_jwt.holder.time = lambda: now
shower.create_presentation({"given_name": True, "nationalities": [True, False]}, task["nonce"], task["audience"], holder)
(folder / "made.json").write_text(json.dumps({
    "issuer": signer.export_public(as_dict=True), "holder": holder.export_public(as_dict=True), "issued": made.sd_jwt_issuance,
    "presented": shower.sd_jwt_presentation}))
