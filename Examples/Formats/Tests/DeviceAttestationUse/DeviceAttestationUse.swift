// SPDX-License-Identifier: EUPL-1.2

import DeviceAttestation
import Foundation
import Testing

// snippet.report
/// Every field of an iPhone's attestation as JSON, for support and auditors; also of a refused one.
func report(_ attestation: [UInt8], clientDataHash: [UInt8], app: AppID, at time: Date) async throws -> [UInt8] {
    let verifier = try AppAttestVerifier(rootsPEM: AppleAppAttestationRootCA.pem, appID: app, environment: .production)
    return try await verifier.report(attestation: attestation, clientDataHash: clientDataHash, at: time).json()
}
// snippet.end

struct DeviceAttestationUse {
    @Test func `valid settings are read, and invalid settings are refused`() throws {
        let app = try #require(AppID(parsing: "0352187391.com.apple.example_app_attest"))
        _ = try AppAttestVerifier(rootsPEM: AppleAppAttestationRootCA.pem, appID: app, environment: .development)
        #expect(AppID(parsing: "no team") == nil)
        #expect(PatchLevel(parsing: "2026-02") == PatchLevel(number: 202_602))
        let rejection = #expect(throws: AttestationRejection.self) { try CertificatesPEM.decode("nothing") }
        #expect(rejection?.reason == .certificateChain)
    }

    @Test func `a refused attestation has a report with the reason`() async throws {
        let app = AppID(teamID: "0352187391", bundleID: "com.apple.example_app_attest")
        let json = try await report([0xa0], clientDataHash: [], app: app, at: Date(timeIntervalSince1970: 1_800_000_000))
        let read = try JSONDecoder().decode(AttestationReport.self, from: Data(json))
        #expect(read.verdict == .refused)
        #expect(read.reason == AttestationRejection.Reason.malformed.code)
    }

    @Test func `random bytes are refused as an assertion`() {
        let rejection = #expect(throws: AttestationRejection.self) { try AppAttestAssertion(decoding: [0xa0]) }
        #expect(rejection?.reason == .malformed)
    }
}
