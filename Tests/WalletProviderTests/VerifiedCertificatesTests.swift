// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import ProviderProtocol
import Testing

@testable import WalletProvider

/// The memory of verified certificates. `KeyRotationTests` retires the key of a certificate in it.
struct VerifiedCertificatesTests {
    let certificates = VerifiedCertificates(limit: 3)

    func digest(_ number: Int) -> SHA256Digest { SHA256.hash(data: Array("\(number)".utf8)) }

    func add(_ number: Int) {
        let certificate = WalletCertificate(
            issuer: "\(number)", issuedAt: 0, walletID: WalletID { [UInt8](repeating: 1, count: $0) },
            deviceKey: JWK(P256.Signing.PrivateKey().publicKey), pinKeyMark: [])
        certificates.add(VerifiedCertificates.Entry(certificate: certificate, keyID: "key"), of: digest(number))
    }

    func remembered(upTo last: Int) -> [Int] {
        (1...last).filter { certificates.entry(of: digest($0))?.certificate.issuer == "\($0)" }
    }

    @Test func `only the texts that were added are found`() {
        #expect(certificates.entry(of: digest(1)) == nil)
        add(1)
        #expect(remembered(upTo: 2) == [1])
    }

    @Test func `at most two generations are kept, however many wallets come`() {
        for number in 1...1000 { add(number) }
        #expect(remembered(upTo: 1000).count <= 6)
    }

    @Test func `a certificate in use stays while others come and go`() {
        add(1)
        for number in 2...1000 {
            add(number)
            #expect(certificates.entry(of: digest(1))?.certificate.issuer == "1")
        }
    }
}
