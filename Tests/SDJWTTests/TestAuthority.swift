// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import SwiftASN1
import X509

/// Certificates of all kinds for one issuer's key. `leaf` under `intermediate` under `root`, and `direct` under `root`, are valid.
struct TestAuthority: Sendable {
    static let issuerKey = P256.Signing.PrivateKey()

    let root, otherRoot, expiredRoot, intermediate, impostor, second, mute: Certificate
    let leaf, direct, stray, authorityLeaf, belowLeaf, tooDeep, encryptionLeaf, belowMute, p384Leaf: Certificate
    let expired, future, criticalLeaf, versionOne, belowVersionOne, versionOneAuthority: Certificate
    /// The longest accepted chain, and a chain with one more certificate.
    let longest, tooLong: [Certificate]

    static func der(_ certificate: Certificate) throws -> [UInt8] { try certificate.serializeAsPEM().derBytes }

    init() throws {
        let rootKey = P256.Signing.PrivateKey()
        let middleKey = P256.Signing.PrivateKey()
        let secondKey = P256.Signing.PrivateKey()
        let muteKey = P256.Signing.PrivateKey()
        let year: TimeInterval = 86_400 * 365

        func make(
            _ name: String, _ key: Certificate.PublicKey = .init(Self.issuerKey.publicKey), by issuer: String = "root",
            with issuerKey: P256.Signing.PrivateKey = rootKey, authority: Int? = nil, usage: KeyUsage? = nil,
            from: TimeInterval = -year, until: TimeInterval = year, further: [Certificate.Extension] = []
        ) throws -> Certificate {
            let constraints: BasicConstraints = authority.map { .isCertificateAuthority(maxPathLength: $0) } ?? .notCertificateAuthority
            let usage = usage ?? (authority == nil ? KeyUsage(digitalSignature: true) : KeyUsage(keyCertSign: true, cRLSign: true))
            let extensions = [try Certificate.Extension(constraints, critical: true), try Certificate.Extension(usage, critical: true)]
            return try Certificate(
                version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key,
                notValidBefore: Sample.time.addingTimeInterval(from), notValidAfter: Sample.time.addingTimeInterval(until),
                issuer: DistinguishedName { CommonName(issuer) }, subject: DistinguishedName { CommonName(name) },
                extensions: Certificate.Extensions(extensions + further), issuerPrivateKey: .init(issuerKey))
        }

        func makeVersionOne(_ name: String, _ key: Certificate.PublicKey) throws -> Certificate {
            try Certificate(
                version: .v1, serialNumber: Certificate.SerialNumber(), publicKey: key, notValidBefore: Sample.time,
                notValidAfter: Sample.time, issuer: DistinguishedName { CommonName("root") },
                subject: DistinguishedName { CommonName(name) }, extensions: Certificate.Extensions(),
                issuerPrivateKey: .init(rootKey))
        }

        root = try make("root", .init(rootKey.publicKey), authority: 9)
        expiredRoot = try make("root", .init(rootKey.publicKey), authority: 1, until: -1)
        let otherKey = P256.Signing.PrivateKey()
        otherRoot = try make("other", .init(otherKey.publicKey), by: "other", with: otherKey, authority: 1)
        intermediate = try make("middle", .init(middleKey.publicKey), authority: 0)
        impostor = try make("middle", .init(secondKey.publicKey), authority: 0)
        second = try make("second", .init(secondKey.publicKey), by: "middle", with: middleKey, authority: 0)
        mute = try make("mute", .init(muteKey.publicKey), authority: 0, usage: KeyUsage(digitalSignature: true))
        leaf = try make("leaf", by: "middle", with: middleKey)
        direct = try make("direct")
        stray = try make("stray", by: "stray", with: Self.issuerKey)
        authorityLeaf = try make("authority", authority: 0, usage: KeyUsage(digitalSignature: true, keyCertSign: true))
        belowLeaf = try make("below", by: "direct", with: Self.issuerKey)
        tooDeep = try make("deep", by: "second", with: secondKey)
        encryptionLeaf = try make("encryption", usage: KeyUsage(keyEncipherment: true))
        belowMute = try make("belowMute", by: "mute", with: muteKey)
        p384Leaf = try make("p384", .init(P384.Signing.PrivateKey().publicKey))
        expired = try make("expired", until: -1)
        future = try make("future", from: 1)
        versionOne = try makeVersionOne("one", .init(Self.issuerKey.publicKey))
        versionOneAuthority = try makeVersionOne("old", .init(middleKey.publicKey))
        belowVersionOne = try make("belowOld", by: "old", with: middleKey)
        var chain: [Certificate] = []
        var key = rootKey
        var longest: [Certificate] = []
        for level in 0..<4 {
            let next = P256.Signing.PrivateKey()
            let issuer = level == 0 ? "root" : "authority \(level - 1)"
            chain.insert(try make("authority \(level)", .init(next.publicKey), by: issuer, with: key, authority: 5 - level), at: 0)
            key = next
            if level == 2 { longest = [try make("below", by: "authority 2", with: key)] + chain }
        }
        self.longest = longest
        tooLong = [try make("below", by: "authority 3", with: key)] + chain
        criticalLeaf = try make("critical", further: [Certificate.Extension(oid: [1, 2, 3, 4], critical: true, value: [5, 0])])
    }
}
