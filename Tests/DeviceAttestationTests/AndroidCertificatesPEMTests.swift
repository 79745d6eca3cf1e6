// SPDX-License-Identifier: EUPL-1.2

import DeviceAttestation
import SwiftASN1
import Testing
import X509

@Suite struct `Certificates in PEM` {
    private let one = "-----BEGIN CERTIFICATE-----\nAQID\n-----END CERTIFICATE-----\n"

    @Test func `certificates in PEM are read with lines of any length and with text between them`() async throws {
        #expect(try CertificatesPEM.decode(one) == [[1, 2, 3]])
        #expect(
            try CertificatesPEM.decode("Subject: x\r\n" + one.replacing("\n", with: "\r\n") + "\n# next\n" + one) == [
                [1, 2, 3], [1, 2, 3],
            ])
        #expect(try CertificatesPEM.decode("-----BEGIN CERTIFICATE-----\nA\n QI\n\n  D\n-----END CERTIFICATE-----") == [[1, 2, 3]])
    }

    @Test(arguments: [
        "", "AQID", "-----BEGIN CERTIFICATE-----\nAQID\n", "-----END CERTIFICATE-----\n",
        "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n", "-----BEGIN CERTIFICATE-----\nAQI\n-----END CERTIFICATE-----\n",
        "-----BEGIN CERTIFICATE-----\nAQ!D\n-----END CERTIFICATE-----\n",
        "-----BEGIN CERTIFICATE-----\n-----BEGIN CERTIFICATE-----\nAQID\n-----END CERTIFICATE-----\n",
        "-----BEGIN PRIVATE KEY-----\nAQID\n-----END PRIVATE KEY-----\n",
        "-----BEGIN CERTIFICATE-----\nAQID\n-----END PRIVATE KEY-----\n",
    ])
    func `certificates in a form other than PEM are refused`(text: String) async {
        await expectRejection(.certificateChain) { _ = try CertificatesPEM.decode(text) }
    }

    @Test func `a text of the maximum size is read, one of a byte more is refused`() async throws {
        let filler = String(repeating: "#", count: CertificatesPEM.maximumSize - one.utf8.count - 1) + "\n"
        #expect(try CertificatesPEM.decode(filler + one) == [[1, 2, 3]])
        await expectRejection(.certificateChain) { _ = try CertificatesPEM.decode("#" + filler + one) }
        let json = Array(("[\"" + one.replacing("\n", with: "\\n") + "\"]").utf8)
        let longest = [UInt8](repeating: 0x20, count: CertificatesPEM.maximumSize - json.count) + json
        #expect(try CertificatesPEM.decode(json: longest) == [[1, 2, 3]])
        await expectRejection(.certificateChain) { _ = try CertificatesPEM.decode(json: [0x20] + longest) }
    }

    @Test func `only certificates are accepted as a verifier's roots`() async throws {
        let policy = try AndroidTestChain.policy()
        let root = try AndroidTestChain().certificate(3)
        let pem = try root.serializeAsPEM().pemString
        #expect(try AndroidKeyAttestationVerifier(rootsPEM: pem + "\n" + pem, policy: policy).roots == [root, root])
        for text in ["", one, pem + "\n" + one] {
            await expectRejection(.certificateChain) { _ = try AndroidKeyAttestationVerifier(rootsPEM: text, policy: policy) }
        }
    }
}
