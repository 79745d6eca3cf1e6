#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""usage: hostile_verifier.py DIRECTORY

Signs requests that break one rule each, with the verifier of verifier.py. Reads task.json; writes requests.json: the root, and for each
request its name, the link's client_id, the request object, the reason that a wallet must find, and the form that a wallet may post
(null: nothing may be posted). All are fetched by POST with the wallet_nonce of the task.
"""
import base64
import hashlib
import hmac
import json
import pathlib
import sys

from cryptography.hazmat.primitives.asymmetric import ec
from joserfc.jwk import ECKey
from verifier import ES256, HOST, METADATA, OTHER_HOST, QUERY, Party, claims, decode, der, encode, header, jws, sign

folder = pathlib.Path(sys.argv[1])
task = json.loads((folder / "task.json").read_text())
now, wallet_nonce = task["now"], task["wallet_nonce"]
root = Party("Access authority", now)
shop, other = Party("Shop", now, root, HOST), Party("Other", now, root, OTHER_HOST)
false_root = Party("Access authority", now)
NAME, OTHER_NAME = "x509_san_dns:" + HOST, "x509_san_dns:" + OTHER_HOST
requests = []


def add(name, reason, text, form=None, client=None):
    requests.append({"name": name, "client_id": client or shop.hash_id, "request": text, "reason": reason, "form": form})


def usual(client=None, **changes):
    """The claims with some set or, with None, removed."""
    request, _ = claims(client or shop.hash_id, now, wallet_nonce)
    return {name: value for name, value in (request | changes).items() if value is not None}


def changed(name, reason, code="invalid_request", client=None, **changes):
    """A request of the known verifier with other claims; a state that was changed does not come back."""
    request = usual(client, **changes)
    state = "" if "state" in changes else "&state=" + request["state"]
    add(name, reason, jws(header(shop), request, shop.key), code and f"error={code}{state}", client)


def sent(name, reason, party=shop, chain=None, client=None, key=None, **changes):
    """A request with another header, certificate or signer: nobody knows whose it is."""
    head = {name: value for name, value in (header(*(chain or [party])) | changes).items() if value is not None}
    add(name, reason, jws(head, usual(client or party.hash_id), key or party.key), client=client or party.hash_id)


def jwks(*keys, **further):
    return METADATA | {"jwks": {"keys": list(keys)}} | further


def key_like(**changes):
    jwk = usual()["client_metadata"]["jwks"]["keys"][0]
    return {name: value for name, value in (jwk | changes).items() if value is not None}


# Nonces
changed("no wallet_nonce", "wallet_nonce", wallet_nonce=None)
changed("the wallet_nonce of an earlier fetch", "wallet_nonce", wallet_nonce=task["earlier_nonce"])
changed("the wallet_nonce in another case", "wallet_nonce", wallet_nonce=wallet_nonce.swapcase())
changed("wallet_nonces as a list", "wallet_nonce", wallet_nonce=[wallet_nonce])
changed("no nonce", "nonce", nonce=None)
changed("a counter as nonce", "nonce", nonce="41")
changed("a number as nonce", "nonce", nonce=10 ** 15)
changed("a nonce with an ampersand", "nonce", nonce="n&state=1&state=2&state=3")
changed("a state with a line break", "state", state="a\r\nHost: other.example")

# Addresses
elsewhere = f"https://{OTHER_HOST}/answers/1"
changed("a foreign response_uri", "response_uri_host", None, response_uri=elsewhere)
changed("a foreign response_uri, by name", "response_uri_host", None, NAME, response_uri=elsewhere)
changed("a host that begins as its own", "response_uri_host", None, response_uri=f"https://{HOST}.evil.example/")
changed("a host below its own", "response_uri_host", None, response_uri=f"https://a.{HOST}/")
changed("its own host as a user", "response_uri", None, response_uri=f"https://{HOST}@{OTHER_HOST}/")
changed("its own host as a user's password", "response_uri", None, response_uri=f"https://{HOST}:1@{OTHER_HOST}/")
changed("a backslash", "response_uri", None, response_uri=f"https://{OTHER_HOST}\\@{HOST}/")
changed("no encryption in transit", "response_uri", None, response_uri=f"http://{HOST}/")
changed("no response_uri", "response_uri", None, response_uri=None)
changed("redirect_uri", "redirect_uri", redirect_uri=f"https://{HOST}/")
changed("an empty redirect_uri", "redirect_uri", redirect_uri="")

# Whose request it is
sent("another party's certificate", "request_signature", other, key=shop.key)
sent("another party's certificate, by name", "request_signature", other, client=OTHER_NAME, key=shop.key)
sent("another party's certificate behind its own", "certificate_chain", chain=[shop, other])
sent("another party's client_id", "client_id_hash", client=other.hash_id)
sent("another party's name", "client_id_name", client=OTHER_NAME)
sent("another key", "request_signature", key=ec.generate_private_key(ec.SECP256R1()))
text = jws(header(other), usual(other.hash_id), other.key)
add("the request of another party", "client_id_hash", text)
text = jws(header(shop), usual(NAME), shop.key)
add("its name in the place of its hash", "client_id_mismatch", text)
text = jws(header(shop), usual(client_id=None), shop.key)
add("no client_id", "client_id_mismatch", text)
sent("the root sent too", "certificate_chain", chain=[shop, root])
sent("an authority that is not trusted", "certificate_chain", Party("Shop", now, false_root, HOST))
sent("an expired certificate", "certificate_chain", Party("Shop", now, root, HOST, (-30, -1)))
sent("a certificate of tomorrow", "certificate_chain", Party("Shop", now, root, HOST, (1, 30)))
sent("a self-signed certificate", "certificate_self_signed", Party("Shop", now, None, HOST))
sent("no certificate", "certificate_chain", x5c=None)
sent("a key in the header", "request_header", jwk=key_like(kid="1"))
sent("an address of certificates", "request_header", x5u=f"https://{HOST}/chain")
sent("a critical member", "request_header", crit=["exp"])
sent("the type of other JWTs", "request_type", typ="JWT")

# Signatures
parts = jws(header(shop), usual(), shop.key).split(".")
swapped = json.loads(decode(parts[1]))
swapped["client_metadata"]["jwks"]["keys"] = [key_like()]
add("a swapped encryption key", "request_signature", f"{parts[0]}.{encode(json.dumps(swapped).encode())}.{parts[2]}")
swapped = json.loads(decode(parts[1])) | {"response_uri": f"https://{HOST}/answers/2"}
add("a swapped address", "request_signature", f"{parts[0]}.{encode(json.dumps(swapped).encode())}.{parts[2]}")
for algorithm, method in (("none", None), ("HS256", hashlib.sha256), ("HS512", hashlib.sha512)):
    head = header(shop) | {"alg": algorithm}
    message = encode(json.dumps(head).encode()) + "." + encode(json.dumps(usual()).encode())
    secret = der(shop.certificate)
    mac = encode(hmac.new(secret, message.encode(), method).digest()) if method else ""
    # A compact JWS has 64 bytes of signature here; a MAC of another size is no request object at all.
    add(algorithm, "request_algorithm" if algorithm == "HS512" else "request_malformed", f"{message}.{mac}")
    add(f"{algorithm} with the signature of ES256", "request_algorithm", f"{message}.{encode(sign(shop.key, message.encode()))}")
message = ".".join(parts[:2])
add("a signature in DER", "request_malformed", f"{message}.{encode(shop.key.sign(message.encode(), ES256))}")
add("a signature of zeros", "request_signature", f"{message}.{encode(bytes(64))}")
add("JSON serialization", "request_malformed", json.dumps({"protected": parts[0], "payload": parts[1], "signature": parts[2]}))
add("no JWS", "request_malformed", json.dumps(usual()))
twice = json.dumps(usual()).encode()[:-1] + b', "nonce": "another-nonce-of-thirty-characters"}'
add("a claim twice", "request_malformed", jws(header(shop), twice, shop.key))

# Times and audience
changed("expired", "expired", exp=now - 60)
changed("an expiry in text", "expired", exp=str(now + 300))
changed("of tomorrow", "not_yet_valid", nbf=now + 86400)
changed("made tomorrow", "not_yet_valid", iat=now + 86400)
changed("another audience", "audience", aud="https://wallet.example")
changed("its own audience", "audience", aud=shop.hash_id)
changed("audiences without the wallet", "audience", aud=["https://wallet.example"])
changed("no audience", "audience", aud=None)

# The answer
changed("an answer that is not encrypted", "response_mode", response_mode="direct_post")
changed("an answer in the address", "response_mode", response_mode="fragment")
changed("a code", "response_type", "unsupported_response_type", response_type="code")
changed("no metadata", "client_metadata", client_metadata=None)
changed("no keys", "encryption_key", client_metadata=METADATA)
changed("a private key", "encryption_key", client_metadata=jwks(key_like(d=encode(bytes(31) + b"\x01"))))
changed("a point off the curve", "encryption_key", client_metadata=jwks(key_like(y=encode(bytes(31) + b"\x01"))))
changed("a key to verify with", "encryption_key", client_metadata=jwks(key_like(use="sig")))
other_curve = ECKey.generate_key("P-384").as_dict(private=False) | {"use": "enc", "alg": "ECDH-ES", "kid": "1"}
changed("another curve", "encryption_key", client_metadata=jwks(other_curve))
changed("another key agreement", "encryption_key", client_metadata=jwks(key_like(alg="ECDH-ES+A128KW")))
changed("CBC alone", "encryption_method",
        client_metadata=jwks(key_like(), encrypted_response_enc_values_supported=["A128CBC-HS256"]))
changed("other algorithms", "formats", "vp_formats_not_supported", client_metadata=jwks(
    key_like(), vp_formats_supported={"dc+sd-jwt": {"sd-jwt_alg_values": ["RS256"]}, "ldp_vc": {}}))

# The query
changed("no query", "no_query", dcql_query=None)
changed("a scope", "scope", "invalid_scope", dcql_query=None, scope="pid")
changed("a scope beside the query", "query_and_scope", scope="pid")
changed("the query of drafts", "old_query", dcql_query=None, presentation_definition={"id": "1", "input_descriptors": []})
changed("transaction data", "transaction_data", "invalid_transaction_data", transaction_data=[encode(b'{"type":"payment"}')])
pid = QUERY["credentials"][0]
changed("1 MB of claims", "request_too_large", None, dcql_query={
    "credentials": [pid | {"claims": [{"path": ["family_name", "a" * 1000]}] * 1000}]})
changed("1 MB of values", "request_too_large", None, dcql_query={
    "credentials": [pid | {"claims": [{"path": ["family_name"], "values": ["b" * 100] * 10000}]}]})
changed("1 MB of spaces", "request_too_large", None, state=" " * (1 << 20))
changed("33 credentials", "query_too_large", dcql_query={"credentials": [pid | {"id": f"q{number}"} for number in range(33)]})
many = [{"id": f"c{number}", "path": [f"claim{number}"]} for number in range(101)]
changed("101 claims", "query_too_large", dcql_query={"credentials": [pid | {"claims": many}]})
options = {"options": [["pid"]], "required": True}
changed("101 sets", "query_too_large", dcql_query={"credentials": [pid], "credential_sets": [options] * 101})
changed("one id twice", "query_malformed", dcql_query={"credentials": [pid, pid]})
changed("a set of nothing known", "query_malformed", dcql_query={
    "credentials": [pid], "credential_sets": [{"options": [["more"]]}]})
changed("claim sets without claims", "query_malformed", dcql_query={
    "credentials": [{name: pid[name] for name in ("id", "format", "meta")} | {"claim_sets": [["a"]]}]})
deep = "family_name"
for _ in range(20):
    deep = [deep]
changed("a path twenty deep", "request_malformed", None, dcql_query={"credentials": [pid | {"claims": [{"path": deep}]}]})

(folder / "requests.json").write_text(json.dumps({"root": encode(der(root.certificate)), "requests": requests}))
