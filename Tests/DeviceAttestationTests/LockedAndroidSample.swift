// SPDX-License-Identifier: EUPL-1.2

import DeviceAttestation
import Foundation
import SwiftASN1
import X509

/// The chain of a genuine, locked phone with its maker's system (`Tests/Fixtures/AndroidKeyAttestation`).
struct LockedAndroidSample {
    /// In DER: the key's certificate first, Google's root last.
    let chain: [[UInt8]]
    let policy: AndroidAttestationPolicy
    let challenge: [UInt8]
    /// The time of the attestation.
    let time: Date

    /// A Pixel 2 XL of 2018 with a factory chain: its attestation key is not an authority, may only sign data and has a name constraint; the
    /// intermediate has no title.
    static func taimen() throws -> LockedAndroidSample {
        try LockedAndroidSample(
            "taimen", package: "co.copperhead.attestation", digest: "16f4339ee4d6c4419def08ff4949f72a1b9091ed89b1fe9447f31a8e3bccbc6f",
            month: PatchLevel(year: 2018, month: 1),
            challenge: bytes("7a4c49e31016fde0e2a09f7d94ecceffd635a21cdde3e0143b5bbc033fbb02ef"), time: 1_518_000_000)
    }

    /// A Pixel 9a of 2026 with a fetched chain, under Google's P-384 root.
    static func tegu() throws -> LockedAndroidSample {
        try LockedAndroidSample(
            "tegu", package: "com.google.android.attestation",
            digest: "103938ee4537e59e8ee792f654504fb8346fc6b346d0bbc4415fc339fcfc8ec1",
            month: PatchLevel(year: 2026, month: 2), challenge: Array("6417f92c-daef-4cc1-8828-5bb39338ffd5".utf8), time: 1_771_894_563)
    }

    private init(_ name: String, package: String, digest: String, month: PatchLevel?, challenge: [UInt8], time: TimeInterval) throws {
        guard let month else { throw CocoaError(.coderInvalidValue) }
        chain = try CertificatesPEM.decode(try String(contentsOf: Self.file(name), encoding: .utf8))
        policy = AndroidAttestationPolicy(
            packageNames: [package], signingCertificateDigests: [Self.bytes(digest)], minimumOSPatchLevel: month)
        self.challenge = challenge
        self.time = Date(timeIntervalSince1970: time)
    }

    static func file(_ name: String) -> URL {
        URL(filePath: #filePath).appending(path: "../../Fixtures/AndroidKeyAttestation/\(name).pem").standardizedFileURL
    }

    /// The root of the chain.
    var root: Certificate {
        get throws { try Certificate(derEncoded: chain[chain.count - 1]) }
    }

    /// Verifies the chain, by default with the provider's default policy.
    func verify(
        _ changed: [[UInt8]]? = nil, roots: [Certificate]? = nil, at other: Date? = nil,
        policy change: (inout AndroidAttestationPolicy) -> Void = { _ in }
    ) throws -> AttestedAndroidKey {
        var policy = policy
        change(&policy)
        let time = other ?? time
        return try AndroidKeyAttestationVerifier(roots: roots ?? [try root], policy: policy).verify(
            chain: changed ?? chain, challenge: challenge, revocationList: try AndroidTestChain.list(fetchedAt: time), at: time)
    }

    private static func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = hexadecimal.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
