// SPDX-License-Identifier: EUPL-1.2

import CertificateChain
import Crypto
import Foundation
import SwiftASN1
import Testing
import X509

/// Certificates at and above the maximum size.
struct ChainLimitTests {
    private static let rootKey = P256.Signing.PrivateKey()

    private static func certificate(
        _ name: String, _ key: P256.Signing.PublicKey, _ extensions: [Certificate.Extension],
        until: Date = Sample.time.addingTimeInterval(100)
    ) throws -> Certificate {
        try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(key),
            notValidBefore: Sample.time.addingTimeInterval(-100), notValidAfter: until,
            issuer: DistinguishedName { CommonName("root") }, subject: DistinguishedName { CommonName(name) },
            extensions: Certificate.Extensions(extensions), issuerPrivateKey: .init(rootKey))
    }

    /// A certificate in DER of exactly this size.
    private static func signer(ofSize size: Int) throws -> [UInt8] {
        var der: [UInt8] = []
        var padding = size - 500
        // The signature takes 70 to 72 bytes, so the size is met after a few attempts.
        repeat {
            let extensions = [
                try Certificate.Extension(KeyUsage(digitalSignature: true), critical: true),
                Certificate.Extension(oid: [1, 2, 3, 4], critical: false, value: [UInt8](repeating: 0, count: padding)[...]),
            ]
            der = try TestAuthority.der(certificate("signer", TestAuthority.issuerKey.publicKey, extensions))
            padding += size - der.count
        } while der.count != size
        return der
    }

    private static func root(until: Date = Sample.time.addingTimeInterval(100)) throws -> Certificate {
        try certificate(
            "root", rootKey.publicKey,
            [
                Certificate.Extension(BasicConstraints.isCertificateAuthority(maxPathLength: nil), critical: true),
                Certificate.Extension(KeyUsage(keyCertSign: true), critical: true),
            ], until: until)
    }

    @Test func `a certificate of the maximum size is accepted, one of a byte more is refused`() async throws {
        let root = try Self.root()
        let largest = try Self.signer(ofSize: SignerCertificate.maximumBytes)
        #expect(try await SignerCertificate(chain: [largest], roots: [root], at: Sample.time).root == root)
        let larger = try Self.signer(ofSize: SignerCertificate.maximumBytes + 1)
        await #expect(throws: UntrustedChain()) { try await SignerCertificate(chain: [larger], roots: [root], at: Sample.time) }
    }

    @Test func `the last second of the year 9999 is a time, no time ends the program`() async throws {
        let last = Date(timeIntervalSince1970: 253_402_300_799)
        let root = try Self.root(until: last)
        let usage = try Certificate.Extension(KeyUsage(digitalSignature: true), critical: true)
        let signer = try TestAuthority.der(Self.certificate("signer", TestAuthority.issuerKey.publicKey, [usage], until: last))
        #expect(try await SignerCertificate(chain: [signer], roots: [root], at: last).root == root)
        for seconds in [253_402_300_800, 1e300, .infinity, .nan, -62_135_596_801, -1e300, -.infinity] as [TimeInterval] {
            let time = Date(timeIntervalSince1970: seconds)
            await #expect(throws: UntrustedChain()) { try await SignerCertificate(chain: [signer], roots: [root], at: time) }
        }
    }
}
