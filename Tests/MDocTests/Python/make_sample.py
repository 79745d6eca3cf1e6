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


root_key, signer_key, device_key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(3))
root = certificate("root", root_key, "root", root_key, 3650, [
    (x509.BasicConstraints(ca=True, path_length=0), True), (usage(key_cert_sign=True, crl_sign=True), True)])
signer = certificate("signer", signer_key, "root", root_key, 450, [
    (usage(digital_signature=True), True),
    (x509.ExtendedKeyUsage([x509.ObjectIdentifier("1.0.18013.5.1.2")]), True),
    (x509.AuthorityKeyIdentifier.from_issuer_public_key(root_key.public_key()), False)])

with tempfile.NamedTemporaryFile(suffix=".der") as file:
    file.write(signer.public_bytes(serialization.Encoding.DER))
    file.flush()
    issuer = MdocCborIssuer(private_key=cose(signer_key), alg="ES256")
    document = issuer.new(
        doctype=DOCTYPE, cert_path=file.name, devicekeyinfo=pem(device_key),
        data={
            DOCTYPE: {"family_name": "van der Berg", "given_name": "Zoë", "birth_date": "1990-01-02", "issuing_country": "NL",
                      "portrait": bytes(range(40)), "height": 181},
            DOCTYPE + ".NL": {"bsn": "999991772"},
        },
        validity={"issuance_date": "2026-11-21", "expiry_date": "2027-11-20"})["documents"][0]

issued = cbor2.dumps(document["issuerSigned"])
names = cbor2.dumps({})
content = ["DeviceAuthentication", TRANSCRIPT, DOCTYPE, cbor2.CBORTag(24, names)]
proof = Sign1Message(phdr={Algorithm: Es256}, payload=cbor2.dumps(cbor2.CBORTag(24, cbor2.dumps(content))))
proof.key = cose(device_key)
signature = cbor2.loads(proof.encode(tag=False))
disclosed = {DOCTYPE: [item for item in document["issuerSigned"]["nameSpaces"][DOCTYPE]
                       if cbor2.loads(item.value)["elementIdentifier"] in ("given_name", "issuing_country")]}
document["issuerSigned"]["nameSpaces"] = disclosed
document["deviceSigned"] = {
    "nameSpaces": cbor2.CBORTag(24, names), "deviceAuth": {"deviceSignature": [signature[0], signature[1], None, signature[3]]}}
response = cbor2.dumps({"version": "1.0", "documents": [document], "status": 0})

for label, value in (("root", root.public_bytes(serialization.Encoding.DER)), ("issued", issued), ("response", response),
                     ("transcript", cbor2.dumps(TRANSCRIPT))):
    print(label, value.hex())
