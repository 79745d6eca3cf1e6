// SPDX-License-Identifier: EUPL-1.2

import DeviceAttestation
import Testing

@Suite struct `Configured values` {
    @Test func `an app id has the hash in Apple's sample`() {
        let hash = AppID(teamID: "0352187391", bundleID: "com.apple.example_app_attest").relyingPartyIDHash
        #expect(hash.count == 32)
        #expect(hash.prefix(8) == [0x15, 0x58, 0x40, 0x33, 0xc9, 0x50, 0xb9, 0xfe])
    }

    @Test(arguments: ["0352187391.com.apple.example_app_attest", "ABCDE12345.nl.example-wallet"])
    func `an app id consists of a team id and a bundle id`(text: String) {
        #expect(AppID(parsing: text)?.description == text)
    }

    @Test(arguments: [
        "", ".", "0352187391", "0352187391.", ".com.apple", "035218739.com.apple", "03521873912.com.apple", "abcde12345.com.apple",
        "0352187391.com apple", "0352187391.com.apple\n", "0352187391.ü", "ＡBCDE1234.com.apple", "03521873é1.com",
    ])
    func `an app id with a malformed team id or bundle id is refused`(text: String) {
        #expect(AppID(parsing: text) == nil)
    }

    @Test func `each environment has the AAGUID that Apple documents`() {
        #expect(AppAttestEnvironment.development.aaguid == Array("appattestdevelop".utf8))
        #expect(AppAttestEnvironment.production.aaguid == Array("appattest\0\0\0\0\0\0\0".utf8))
    }

    @Test(arguments: [
        "", "root", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----",
        "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----",
    ])
    func `invalid roots are refused`(pem: String) async {
        await expectRejection(.certificateChain) {
            _ = try AppAttestVerifier(rootsPEM: pem, appID: AppID(teamID: "ABCDE12345", bundleID: "x"), environment: .production)
        }
    }
}
