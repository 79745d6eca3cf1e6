# SPDX-License-Identifier: EUPL-1.2
"""An issuer of cards for tests, written from RFC 9901 and ISO/IEC 18013-5: one person's card in both formats."""
import base64
import datetime
import hashlib
import json
import os
import time

import cbor2
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.x509.oid import NameOID

TYPE = "urn:eudi:pid:1"
SPACE = "eu.europa.ec.eudi.pid.1"
CLAIMS = {"family_name": "van der Berg", "given_name": "Canary-Given", "birthdate": "1990-01-02", "age_over_18": True}
DOCUMENT_SIGNER = x509.ObjectIdentifier("1.0.18013.5.1.2")


def encode(value):
    return base64.urlsafe_b64encode(value).decode().rstrip("=")


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def sign(key, message):
    r, s = utils.decode_dss_signature(key.sign(message, ec.ECDSA(hashes.SHA256())))
    return r.to_bytes(32, "big") + s.to_bytes(32, "big")


def certificate(name, key, issuer=None, issuer_key=None, usage=None):
    """A certificate of a key; of a root without an issuer."""
    names = x509.Name([x509.NameAttribute(NameOID.COUNTRY_NAME, "NL"), x509.NameAttribute(NameOID.COMMON_NAME, name)])
    is_root, now = issuer is None, datetime.datetime.now(datetime.timezone.utc)
    builder = (
        x509.CertificateBuilder().subject_name(names).issuer_name(names if is_root else issuer.subject).public_key(key.public_key())
        .serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=300))
        .add_extension(x509.BasicConstraints(is_root, None), True)
        .add_extension(x509.KeyUsage(not is_root, False, False, False, False, is_root, is_root, False, False), True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key((issuer_key or key).public_key()), False))
    if usage:
        builder = builder.add_extension(x509.ExtendedKeyUsage([usage]), True)
    return builder.sign(issuer_key or key, hashes.SHA256())


class Issuer:
    """An issuer with a root, and the holder's key of every card."""

    def __init__(self, folder, name="issuer-root"):
        root_key, self.key, self.document_key, self.holder = (ec.generate_private_key(ec.SECP256R1()) for _ in range(4))
        root = certificate("Issuer root", root_key)
        self.certificate = certificate("Issuer", self.key, root, root_key)
        self.document_signer = certificate("Document signer", self.document_key, root, root_key, DOCUMENT_SIGNER)
        self.root = folder / f"{name}.pem"
        self.root.write_bytes(root.public_bytes(serialization.Encoding.PEM))
        self.number = self.holder.private_numbers().private_value.to_bytes(32, "big")
        point = self.holder.public_key().public_numbers()
        self.x, self.y = (value.to_bytes(32, "big") for value in (point.x, point.y))

    def sd_jwt(self):
        """RFC 9901 section 4, with every claim at the top selectively disclosable."""
        now = int(time.time())
        disclosures = [encode(json.dumps([encode(os.urandom(16)), name, value]).encode()) for name, value in CLAIMS.items()]
        holder = {"kty": "EC", "crv": "P-256", "x": encode(self.x), "y": encode(self.y)}
        claims = {
            "iss": "https://issuer.example", "vct": TYPE, "iat": now - 60, "exp": now + 86_400, "cnf": {"jwk": holder},
            "_sd_alg": "sha-256", "_sd": sorted(encode(hashlib.sha256(text.encode()).digest()) for text in disclosures),
        }
        chain = [base64.b64encode(self.certificate.public_bytes(serialization.Encoding.DER)).decode()]
        header = {"alg": "ES256", "typ": "dc+sd-jwt", "x5c": chain}
        message = ".".join(encode(json.dumps(part).encode()) for part in (header, claims))
        return "~".join([message + "." + encode(sign(self.key, message.encode())), *disclosures]) + "~"

    def mdoc(self):
        """ISO/IEC 18013-5 section 9.1.2: `IssuerSigned`, in base64url."""
        items, digests = [], {}
        for number, (name, value) in enumerate(CLAIMS.items()):
            name = "birth_date" if name == "birthdate" else name
            value = cbor2.CBORTag(1004, value) if name == "birth_date" else value
            content = {"digestID": number, "random": os.urandom(32), "elementIdentifier": name, "elementValue": value}
            items.append(cbor2.CBORTag(24, cbor2.dumps(content)))
            digests[number] = hashlib.sha256(cbor2.dumps(items[-1])).digest()

        def moment(days):
            value = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=days)
            return cbor2.CBORTag(0, value.strftime("%Y-%m-%dT%H:%M:%SZ"))

        secured = {
            "version": "1.0", "digestAlgorithm": "SHA-256", "valueDigests": {SPACE: digests}, "docType": SPACE,
            "deviceKeyInfo": {"deviceKey": {1: 2, -1: 1, -2: self.x, -3: self.y}},
            "validityInfo": {"signed": moment(-0.5), "validFrom": moment(-0.5), "validUntil": moment(1)},
        }
        protected, payload = cbor2.dumps({1: -7}), cbor2.dumps(cbor2.CBORTag(24, cbor2.dumps(secured)))
        signature = sign(self.document_key, cbor2.dumps(["Signature1", protected, b"", payload]))
        chain = {33: self.document_signer.public_bytes(serialization.Encoding.DER)}
        return encode(cbor2.dumps({"nameSpaces": {SPACE: items}, "issuerAuth": [protected, chain, payload, signature]}))
