// SPDX-License-Identifier: EUPL-1.2

import DeviceAttestation
import Foundation
import SwiftASN1
import Testing
import X509

/// The chain of a real device (`Tests/Fixtures/AndroidKeyAttestation`). Its boot loader is unlocked, its challenge is `abc`.
struct AndroidSample: Sendable, CustomTestStringConvertible {
    let name: String
    /// In DER: the certificates of the key, the attestation key, the intermediate and the root.
    let chain: [[UInt8]]
    let root: Certificate
    /// The folder's list of revoked certificates, as if fetched at `time`.
    let list: AndroidRevocationList

    /// 2023-01-01 00:00 UTC.
    static let time = Date(timeIntervalSince1970: 1_672_531_200)
    static let challenge = Array("abc".utf8)
    static let packageNames: Set<String> = [
        "android", "com.android.keychain", "com.android.settings", "com.qti.diagservices", "com.android.dynsystem",
        "com.android.inputdevices", "com.android.localtransport", "com.android.location.fused", "com.android.server.telecom",
        "com.android.wallpaperbackup", "com.google.SSRestartDetector", "com.google.android.hiddenmenu", "com.android.providers.settings",
    ]
    static let digest: [UInt8] = [
        0x30, 0x1a, 0xa3, 0xcb, 0x08, 0x11, 0x34, 0x50, 0x1c, 0x45, 0xf1, 0x42, 0x2a, 0xbc, 0x66, 0xc2,
        0x42, 0x24, 0xfd, 0x5d, 0xed, 0x5f, 0xdc, 0x8f, 0x17, 0xe6, 0x97, 0x17, 0x6f, 0xd8, 0x66, 0xaa,
    ]
    static let bootHash: [UInt8] = [
        0x72, 0x8d, 0xb1, 0x27, 0x4f, 0x1f, 0x1c, 0xf1, 0x57, 0x1d, 0xe4, 0x38, 0x0b, 0x04, 0x8a, 0x55,
        0x4a, 0xc4, 0xa3, 0x80, 0xe7, 0x6f, 0x53, 0x55, 0x08, 0x35, 0x29, 0x08, 0x4a, 0x93, 0x78, 0x01,
    ]

    /// A key in StrongBox, one in the TEE, and an RSA key in the TEE.
    static var all: [AndroidSample] {
        get throws { try elliptic + [AndroidSample("algorithm_RSA_SecurityLevel_TEE")] }
    }
    /// The samples whose keys a wallet could use.
    static var elliptic: [AndroidSample] {
        get throws { try ["algorithm_EC_SecurityLevel_StrongBox", "algorithm_EC_SecurityLevel_TEE"].map { try AndroidSample($0) } }
    }

    var testDescription: String { name }

    private init(_ name: String) throws {
        let folder = URL(filePath: #filePath).appending(path: "../../Fixtures/AndroidKeyAttestation").standardizedFileURL
        self.name = name
        chain = try (0...3).flatMap { number in
            try CertificatesPEM.decode(try String(contentsOf: folder.appending(path: "\(name)/cert\(number).pem"), encoding: .utf8))
        }
        root = try Certificate(derEncoded: chain[3])
        list = try AndroidRevocationList(
            json: Array(try Data(contentsOf: folder.appending(path: "status.json"))), fetchedAt: Self.time)
    }

    /// A policy that these devices meet, except for verified boot.
    func policy(_ change: (inout AndroidAttestationPolicy) -> Void = { _ in }) throws -> AndroidAttestationPolicy {
        guard let month = PatchLevel(year: 2019, month: 7) else { throw CocoaError(.coderInvalidValue) }
        var policy = AndroidAttestationPolicy(
            packageNames: Self.packageNames, signingCertificateDigests: [Self.digest], minimumOSPatchLevel: month)
        change(&policy)
        return policy
    }

    /// Verifies the chain, optionally changed, without requiring verified boot.
    func verify(
        _ chain: [[UInt8]]? = nil, roots: [Certificate]? = nil, challenge: [UInt8] = challenge, at time: Date = time,
        policy change: (inout AndroidAttestationPolicy) -> Void = { _ in }
    ) throws -> AttestedAndroidKey {
        let policy = try policy {
            $0.requiresVerifiedBoot = false
            $0.maximumRevocationListAge = 1e10
            change(&$0)
        }
        let list = try AndroidRevocationList(json: Array(#"{"entries":{}}"#.utf8), fetchedAt: min(time, Self.time))
        return try AndroidKeyAttestationVerifier(roots: roots ?? [root], policy: policy).verify(
            chain: chain ?? self.chain, challenge: challenge, revocationList: list, at: time)
    }
}
