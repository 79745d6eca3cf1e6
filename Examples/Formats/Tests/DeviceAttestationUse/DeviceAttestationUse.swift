// SPDX-License-Identifier: EUPL-1.2

import DeviceAttestation
import Testing

struct DeviceAttestationUse {
    @Test func `valid settings are read, and invalid settings are refused`() throws {
        let app = try #require(AppID(parsing: "0352187391.com.apple.example_app_attest"))
        _ = try AppAttestVerifier(rootsPEM: AppleAppAttestationRootCA.pem, appID: app, environment: .development)
        #expect(AppID(parsing: "no team") == nil)
        #expect(PatchLevel(parsing: "2026-02") == PatchLevel(number: 202_602))
        let rejection = #expect(throws: AttestationRejection.self) { try CertificatesPEM.decode("nothing") }
        #expect(rejection?.reason == .certificateChain)
    }

    @Test func `random bytes are refused as an assertion`() {
        let rejection = #expect(throws: AttestationRejection.self) { try AppAttestAssertion(decoding: [0xa0]) }
        #expect(rejection?.reason == .malformed)
    }
}
