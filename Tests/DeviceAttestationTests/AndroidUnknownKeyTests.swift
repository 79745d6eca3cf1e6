// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DeviceAttestation
import SwiftASN1
import Testing
import X509

@Suite struct `An attested key of an unknown algorithm` {
    let chain: AndroidTestChain
    let signer = P256.Signing.PrivateKey()
    /// The `SubjectPublicKeyInfo` of ML-DSA-65 with a shortened key.
    static let key: [UInt8] =
        [0x30, 0x1d, 0x30, 0x0b, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x03, 0x12, 0x03, 0x0e, 0x00]
        + [UInt8](repeating: 0x5a, count: 13)

    init() throws {
        var chain = try AndroidTestChain()
        chain.links[1].key = .init(signer)
        self.chain = chain
    }

    /// The leaf with another key, signed again.
    private func leaf(_ key: [UInt8] = key) throws -> [UInt8] {
        try resigned(try chain.certificate(0).der, by: signer) { fields in
            fields.enumerated().map { $0 == 6 ? key : Array($1.encodedBytes) }
        }
    }

    private func report(_ leaf: [UInt8]) throws -> AttestationReport {
        AndroidKeyAttestationVerifier(roots: [try chain.certificate(3)], policy: try AndroidTestChain.policy()).report(
            chain: [leaf] + (try chain.encoded().dropFirst()), challenge: AndroidTestChain.challenge,
            revocationList: try AndroidTestChain.list(), at: AndroidTestChain.time)
    }

    @Test func `an attested key of an unknown algorithm is refused for its properties, and the report has every field`() throws {
        let report = try report(try leaf())
        let elliptic = try self.report(try chain.encoded()[0])
        #expect(report.reason == "key_properties")
        #expect(report.certificates[0].isReadable)
        #expect(report.certificates[0].publicKey == "ML-DSA-65")
        #expect(report.fields["publicKey"] == .text(Self.key.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()))
        #expect(report.fields.count == elliptic.fields.count)
        #expect(report.fields["hardwareEnforced"] == elliptic.fields["hardwareEnforced"])
        #expect(report.certificates[0].subject == elliptic.certificates[0].subject)
    }

    @Test func `an algorithm without a name is reported by its object identifier`() throws {
        var key = Self.key
        key[14] = 0x63
        #expect(try report(try leaf(key)).certificates[0].publicKey == "2.16.840.1.101.3.4.3.99")
    }

    @Test func `a certificate with a key of an unknown algorithm is refused with a forged signature, and as an issuer`() async throws {
        var forged = try leaf()
        forged[forged.count - 1] ^= 1
        #expect(try report(forged).reason == "certificate_chain")
        // The certificate as an issuer: a key of an unknown algorithm cannot sign certificates.
        let sent = [try chain.encoded()[0], try leaf()] + (try chain.encoded().dropFirst())
        await expectRejection(.certificateChain) { _ = try chain.verify(sending: { _ in sent }) }
    }

    @Test(arguments: [[0x30, 0x00], [0x05, 0x00], [0x30, 0x02, 0x30, 0x00], [0x30, 0x04, 0x30, 0x02, 0x06, 0x00]] as [[UInt8]])
    func `a malformed key of an unknown algorithm is refused as a broken chain`(key: [UInt8]) throws {
        let report = try report(try leaf(key))
        #expect(report.reason == "certificate_chain")
        #expect(!report.certificates[0].isReadable)
    }
}
