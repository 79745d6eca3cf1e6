// SPDX-License-Identifier: EUPL-1.2

import DeviceAttestation
import Testing

@Suite struct `Configured values` {
    @Test func `app ids have the hash that Apple's sample shows`() {
        let hash = AppID(teamID: "0352187391", bundleID: "com.apple.example_app_attest").relyingPartyIDHash
        #expect(hash.count == 32)
        #expect(hash.prefix(8) == [0x15, 0x58, 0x40, 0x33, 0xc9, 0x50, 0xb9, 0xfe])
    }

    @Test(arguments: ["0352187391.com.apple.example_app_attest", "ABCDE12345.nl.example-wallet"])
    func `app ids are read`(text: String) {
        #expect(AppID(parsing: text)?.description == text)
    }

    @Test(arguments: [
        "", ".", "0352187391", "0352187391.", ".com.apple", "035218739.com.apple", "03521873912.com.apple", "abcde12345.com.apple",
        "0352187391.com apple", "0352187391.com.apple\n", "0352187391.ü", "ＡBCDE1234.com.apple", "03521873é1.com",
    ])
    func `app ids are refused with a team id or a bundle id of another form`(text: String) {
        #expect(AppID(parsing: text) == nil)
    }

    @Test func `environments have the bytes that Apple documents`() {
        #expect(AppAttestEnvironment.development.aaguid == Array("appattestdevelop".utf8))
        #expect(AppAttestEnvironment.production.aaguid == Array("appattest\0\0\0\0\0\0\0".utf8))
    }

    @Test(arguments: [
        "", "root", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----",
        "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----",
    ])
    func `invalid roots are refused`(pem: String) {
        #expect(throws: (any Error).self) {
            try AppAttestVerifier(rootsPEM: pem, appID: AppID(teamID: "ABCDE12345", bundleID: "x"), environment: .production)
        }
    }
}
