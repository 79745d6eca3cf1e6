#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""usage: make_sample.py

Issues an mdoc with PyPI pymdoccbor 1.4.0 and presents it with pycose 1.1.0 and cbor2 6.2.1; prints the contents of PythonSample.swift. The
keys are discarded.
"""
import base64
import datetime
import tempfile

import cbor2
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from pycose.algorithms import Es256
from pycose.headers import Algorithm
from pycose.keys import EC2Key
from pycose.keys.curves import P256
from pycose.messages import Sign1Message
from pymdoccbor.mdoc.issuer import MdocCborIssuer

TRANSCRIPT = [None, None, ["OpenID4VPHandover", bytes(32), b"\xff" * 32]]
DOCTYPE = "org.example.document.1"


def cose(key):
    numbers = key.private_numbers()
    return EC2Key(
        crv=P256, x=numbers.public_numbers.x.to_bytes(32, "big"), y=numbers.public_numbers.y.to_bytes(32, "big"),
        d=numbers.private_value.to_bytes(32, "big"), optional_params={"ALG": Es256})


def pem(key):
    """The public key in the form of pymdoccbor: PEM in base64url."""
    text = key.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    return base64.urlsafe_b64encode(text).decode()


def new_key():
    """A key whose coordinates have 32 bytes without leading zeros, which pymdoccbor 1.4.0 leaves out."""
    while True:
        key = ec.generate_private_key(ec.SECP256R1())
        numbers = key.public_key().public_numbers()
        if min(numbers.x, numbers.y) >= 1 << 248:
            return key


def name(common):
    return x509.Name([x509.NameAttribute(NameOID.COUNTRY_NAME, "NL"), x509.NameAttribute(NameOID.COMMON_NAME, common)])


def certificate(subject, key, issuer, issuer_key, days, extensions):
    now = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(hours=1)
    builder = x509.CertificateBuilder(
        issuer_name=name(issuer), subject_name=name(subject), public_key=key.public_key(), serial_number=x509.random_serial_number(),
        not_valid_before=now, not_valid_after=now + datetime.timedelta(days=days))
    for extension, critical in extensions:
        builder = builder.add_extension(extension, critical)
    return builder.sign(issuer_key, hashes.SHA256())


def usage(**which):
    flags = ("digital_signature content_commitment key_encipherment data_encipherment key_agreement key_cert_sign crl_sign encipher_only "
             "decipher_only").split()
    return x509.KeyUsage(**{flag: which.get(flag, False) for flag in flags})


class Issuer:
    """A root, and a document signer below it."""

    def __init__(self):
        root_key, self.key = new_key(), new_key()
        self.root = certificate("root", root_key, "root", root_key, 3650, [
            (x509.BasicConstraints(ca=True, path_length=0), True), (usage(key_cert_sign=True, crl_sign=True), True)])
        self.signer = certificate("signer", self.key, "root", root_key, 450, [
            (usage(digital_signature=True), True),
            (x509.ExtendedKeyUsage([x509.ObjectIdentifier("1.0.18013.5.1.2")]), True),
            (x509.AuthorityKeyIdentifier.from_issuer_public_key(root_key.public_key()), False)])

    def issue(self, doctype, data, device_key, issuance="2026-11-21", expiry="2027-11-20", **more):
        """A document with `issuerSigned`, by pymdoccbor."""
        with tempfile.NamedTemporaryFile(suffix=".der") as file:
            file.write(self.signer.public_bytes(serialization.Encoding.DER))
            file.flush()
            issuer = MdocCborIssuer(private_key=cose(self.key), alg="ES256")
            return issuer.new(
                doctype=doctype, cert_path=file.name, devicekeyinfo=pem(device_key), data=data,
                validity={"issuance_date": issuance, "expiry_date": expiry}, **more)["documents"][0]


def present(document, shown, transcript, device_key):
    """A device response with the elements that `shown` names by name space, signed with pycose."""
    names = cbor2.dumps({})
    content = ["DeviceAuthentication", transcript, document["docType"], cbor2.CBORTag(24, names)]
    proof = Sign1Message(phdr={Algorithm: Es256}, payload=cbor2.dumps(cbor2.CBORTag(24, cbor2.dumps(content))))
    proof.key = cose(device_key)
    signature = cbor2.loads(proof.encode(tag=False))
    disclosed = {}
    for space, items in document["issuerSigned"]["nameSpaces"].items():
        chosen = [item for item in items if cbor2.loads(item.value)["elementIdentifier"] in shown.get(space, ())]
        if chosen:
            disclosed[space] = chosen
    return cbor2.dumps({
        "version": "1.0", "status": 0,
        "documents": [{
            **document, "issuerSigned": {**document["issuerSigned"], "nameSpaces": disclosed},
            "deviceSigned": {
                "nameSpaces": cbor2.CBORTag(24, names),
                "deviceAuth": {"deviceSignature": [signature[0], signature[1], None, signature[3]]}}}]})


def main():
    issuer, device_key = Issuer(), new_key()
    document = issuer.issue(DOCTYPE, {
        DOCTYPE: {"family_name": "van der Berg", "given_name": "Zoë", "birth_date": "1990-01-02", "issuing_country": "NL",
                  "portrait": bytes(range(40)), "height": 181},
        DOCTYPE + ".NL": {"bsn": "999991772"},
    }, device_key)
    issued = cbor2.dumps(document["issuerSigned"])
    response = present(document, {DOCTYPE: ("given_name", "issuing_country")}, TRANSCRIPT, device_key)
    root = issuer.root.public_bytes(serialization.Encoding.DER)
    for label, value in (("root", root), ("issued", issued), ("response", response), ("transcript", cbor2.dumps(TRANSCRIPT))):
        print(label, value.hex())


if __name__ == "__main__":
    main()
