// SPDX-License-Identifier: EUPL-1.2

import DeviceAttestation
import Foundation
import SwiftASN1
import X509

/// The chain of a genuine phone that was locked and started the system of its maker (`Tests/Fixtures/AndroidKeyAttestation`).
struct LockedAndroidSample {
    /// In DER: the key's own certificate first, Google's root last.
    let chain: [[UInt8]]
    let policy: AndroidAttestationPolicy
    let challenge: [UInt8]
    /// When the phone attested.
    let time: Date

    /// A Pixel 2 XL of 2018 with a chain from the factory: its attestation key is no authority, may only sign data, has a name
    /// constraint, and the intermediate has no title.
    static func taimen() throws -> LockedAndroidSample {
        try LockedAndroidSample(
            "taimen", package: "co.copperhead.attestation", digest: "16f4339ee4d6c4419def08ff4949f72a1b9091ed89b1fe9447f31a8e3bccbc6f",
            month: PatchLevel(year: 2018, month: 1),
            challenge: bytes("7a4c49e31016fde0e2a09f7d94ecceffd635a21cdde3e0143b5bbc033fbb02ef"), time: 1_518_000_000)
    }

    /// A Pixel 9a of 2026 that fetched its chain, under Google's P-384 root.
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

    /// The root that the chain ends with.
    var root: Certificate {
        get throws { try Certificate(derEncoded: chain[chain.count - 1]) }
    }

    /// Verifies the chain, judged by default as a provider does that was told nothing else.
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
