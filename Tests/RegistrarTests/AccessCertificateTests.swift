// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import OpenID4VP
import Registrar
import SwiftASN1
import Testing
import X509

/// Access certificates, judged by the wallet's own check of trust.
struct AccessCertificateTests {
    private func chain(_ certificate: AccessCertificate) throws -> [[UInt8]] {
        try PEMDocument.parseMultiple(pemString: certificate.pem).map(\.derBytes)
    }

    private func identity(
        _ certificate: AccessCertificate, trusting root: Certificate, after days: Double = 0
    ) async throws -> VerifierIdentity {
        try await VerifierTrust(roots: [root]).identity(of: chain(certificate), at: World.time + days * 86_400)
    }

    @Test func `a wallet that trusts the access root reads who the party is`() async throws {
        let certificate = try World.access()
        let found = try await identity(certificate, trusting: World.registrar.accessRoot.certificate)
        #expect(found.tradeName == "Bookshop" && found.legalName == "Bookshop Ltd" && found.country == "NL")
        #expect(found.identifier == World.identifier && found.dnsNames == ["shop.example"])
        #expect(found == certificate.identity)
        guard case .certificateHash(let hash) = try ClientIdentifier(certificate.clientID).kind else {
            Issue.record("not x509_hash")
            return
        }
        #expect(hash == found.certificateHash)
    }

    @Test func `a wallet refuses it with the registrar's root or another registrar's access root`() async throws {
        let certificate = try World.access()
        for root in [World.registrar.registrarRoot, World.other.accessRoot, World.other.registrarRoot] {
            await #expect(throws: RequestRefusal.self) { try await identity(certificate, trusting: root.certificate) }
        }
    }

    @Test func `a wallet refuses it after its days`() async throws {
        let certificate = try World.access(days: 10)
        _ = try await identity(certificate, trusting: World.registrar.accessRoot.certificate, after: 9.9)
        await #expect(throws: RequestRefusal.self) {
            try await identity(certificate, trusting: World.registrar.accessRoot.certificate, after: 10.1)
        }
    }

    @Test func `no root certifies the other or the other's holders`() throws {
        let (access, registrar) = (World.registrar.accessRoot.certificate, World.registrar.registrarRoot.certificate)
        #expect(access.publicKey != registrar.publicKey && access.subject != registrar.subject)
        #expect(!registrar.publicKey.isValidSignature(access.signature, for: access))
        #expect(!access.publicKey.isValidSignature(registrar.signature, for: registrar))
        let signer = World.registrar.signer.certificate
        #expect(registrar.publicKey.isValidSignature(signer.signature, for: signer))
        #expect(!access.publicKey.isValidSignature(signer.signature, for: signer))
    }

    @Test func `every certificate has the mark for tests`() throws {
        let registrar = World.registrar
        for certificate in [registrar.accessRoot, registrar.registrarRoot, registrar.signer].map(\.certificate) {
            #expect(TestMark.isOn(certificate))
        }
        #expect(try TestMark.isOn(der: World.access().identity.certificate))
        #expect(!TestMark.isOn(der: [0x30, 0x00]))
    }

    @Test(arguments: [
        ("identifier", "12345678"), ("identifier", "ntrnl-1"), ("identifier", "NTRNL-"), ("identifier", "NTRNL 12345678"), ("name", ""),
        ("name", String(repeating: "a", count: 65)), ("name", "a\u{202E}b"), ("dns-name", ""), ("dns-name", "Shop.example"),
        ("dns-name", "*.shop.example"), ("dns-name", "shop.example:443"), ("dns-name", "192.0.2.1"), ("dns-name", "https://shop.example"),
    ])
    func `bad parts of a subject are refused by name`(_ member: String, _ value: String) throws {
        let error = #expect(throws: UnacceptableMember.self) {
            try World.subject(
                member == "identifier" ? value : World.identifier, name: member == "name" ? value : "Bookshop",
                names: [member == "dns-name" ? value : "shop.example"])
        }
        #expect(error?.member == member)
    }

    @Test(arguments: [0, -1, 367])
    func `days out of range are refused`(_ days: Int) throws {
        let error = #expect(throws: UnacceptableMember.self) { try World.access(days: days) }
        #expect(error?.member == "days")
    }

    @Test func `the key of a signing request is certified, and a request that another key signed is refused`() throws {
        func request(_ key: P256.Signing.PrivateKey) throws -> String {
            try CertificateSigningRequest(
                version: .v1, subject: DistinguishedName { CommonName("anything") }, privateKey: .init(key), attributes: .init(),
                signatureAlgorithm: .ecdsaWithSHA256
            ).serializeAsPEM().pemString
        }
        let key = try AccessCertificate.publicKey(requestPEM: request(World.key))
        #expect(key.rawRepresentation == World.key.publicKey.rawRepresentation)
        var forged = try PEMDocument(pemString: request(World.key)).derBytes
        forged[forged.count - 1] ^= 1
        let text = PEMDocument(type: "CERTIFICATE REQUEST", derBytes: forged).pemString
        #expect(throws: UnacceptableMember.self) { try AccessCertificate.publicKey(requestPEM: text) }
        #expect(throws: UnacceptableMember.self) { try AccessCertificate.publicKey(pem: "no key") }
    }
}
