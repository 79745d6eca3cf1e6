// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DeviceAttestation
import Foundation

/// A chain made after a public bug report on other software (`Tests/Fixtures/AndroidKeyAttestation/field`).
struct ReportedAndroidSample {
    /// In DER: the key's certificate first, the root last.
    var chain: [[UInt8]]
    let verifier: AndroidKeyAttestationVerifier

    /// 2026-12-01 12:00 UTC.
    static let time = Date(timeIntervalSince1970: 1_796_126_400)
    static let digest: [UInt8] = [
        0xca, 0x3e, 0x60, 0x97, 0x98, 0x35, 0xeb, 0x31, 0x48, 0x7c, 0x5a, 0x87, 0xcc, 0xa6, 0x6c, 0xa7,
        0xf2, 0x97, 0x48, 0xf8, 0x91, 0x52, 0xc9, 0x8f, 0xac, 0x10, 0x2a, 0x06, 0x62, 0xcd, 0x58, 0xc3,
    ]

    init(_ name: String) throws {
        let folder = URL(filePath: #filePath).appending(path: "../../Fixtures/AndroidKeyAttestation/field").standardizedFileURL
        guard let month = PatchLevel(year: 2026, month: 1) else { throw CocoaError(.coderInvalidValue) }
        chain = try CertificatesPEM.decode(try String(contentsOf: folder.appending(path: "\(name).pem"), encoding: .utf8))
        verifier = try AndroidKeyAttestationVerifier(
            rootsPEM: try String(contentsOf: folder.appending(path: "root.pem"), encoding: .utf8),
            policy: AndroidAttestationPolicy(
                packageNames: ["nl.example.wallet"], signingCertificateDigests: [Self.digest], minimumOSPatchLevel: month))
    }

    /// The report on the chain.
    ///
    /// - Parameter revoked: the serial numbers on the revocation list.
    func report(challenge: String = "an invented challenge", revoked: [String] = []) throws -> AttestationReport {
        verifier.report(
            chain: chain, challenge: Array(SHA256.hash(data: Array(challenge.utf8))),
            revocationList: try AndroidTestChain.list(revoked, fetchedAt: Self.time.addingTimeInterval(-3600)), at: Self.time)
    }
}
