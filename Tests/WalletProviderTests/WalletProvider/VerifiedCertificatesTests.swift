// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import JSON
import ProviderProtocol
import Testing

@testable import WalletProvider

/// The memory of verified certificates and of the PINs known with them. `KeyRotationTests` retires the key of a certificate in it.
struct VerifiedCertificatesTests {
    let certificates = VerifiedCertificates(limit: 3)

    func digest(_ number: Int) -> SHA256Digest { SHA256.hash(data: Array("\(number)".utf8)) }

    func certificate(_ number: Int) -> WalletCertificate {
        WalletCertificate(
            issuer: "\(number)", issuedAt: 0, walletID: WalletID { [UInt8](repeating: 1, count: $0) },
            deviceKey: JWK(P256.Signing.PrivateKey().publicKey), pinKeyMark: [])
    }

    func add(_ number: Int) {
        certificates.add(VerifiedCertificates.Entry(certificate: certificate(number), keyID: "key"), of: digest(number))
    }

    func remembered(upTo last: Int) -> [Int] {
        (1...last).filter { certificates.entry(of: digest($0))?.certificate.issuer == "\($0)" }
    }

    @Test(arguments: ["", "a", "fifteen letters", String(repeating: "eyJ", count: 400), "é\u{0}"])
    func `a text is hashed byte by byte, also a short one`(_ text: String) {
        #expect(VerifiedCertificates.digest(of: text) == SHA256.hash(data: Array(text.utf8)))
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

    @Test(arguments: [false, true])
    func `a certificate in use stays with its known PIN while others come and go`(_ isWarm: Bool) throws {
        add(1)
        if isWarm { certificates.note(try known(), of: digest(1)) }
        for number in 2...1000 {
            add(number)
            let entry = certificates.entry(of: digest(1))
            #expect(entry?.certificate.issuer == "1")
            #expect((entry?.pin != nil) == isWarm)
        }
    }

    // MARK: Known PINs

    /// A message with number and counter, as the provider has authenticated it.
    private func request(
        _ number: Int64, _ counter: UInt32?, isFresh: Bool = true, of kind: DeviceKind = .apple, data: JSONObject = [:]
    ) throws -> AuthenticatedRequest {
        let certificate = certificate(1)
        let claims = InstructionClaims(
            walletID: certificate.walletID, audience: "", instruction: .checkPIN, challenge: "", sequenceNumber: number, issuedAt: 0,
            data: data)
        return AuthenticatedRequest(
            message: try InstructionMessage(claims, signedBy: P256.Signing.PrivateKey()), certificate: certificate,
            certificateDigest: digest(1), known: nil, deviceKind: kind,
            identity: MessageIdentity(
                walletID: certificate.walletID, sequenceNumber: number, assertionCounter: counter, requestHash: []),
            isFresh: isFresh, observe: { _ in })
    }

    /// A PIN known from message 5 with counter 7.
    private func known(of kind: DeviceKind = .apple) throws -> KnownPIN {
        KnownPIN(
            AccountPIN(sealedKey: [1], sealedNewKey: nil, version: 3),
            provenBy: try request(5, kind == .apple ? 7 : nil, of: kind))
    }

    @Test func `a known PIN is found with its certificate only, until it is forgotten`() throws {
        for number in [1, 2] { add(number) }
        certificates.note(try known(), of: digest(1))
        #expect(certificates.entry(of: digest(1))?.pin?.pin == AccountPIN(sealedKey: [1], sealedNewKey: nil, version: 3))
        #expect(certificates.entry(of: digest(2))?.pin == nil)
        certificates.note(nil, of: digest(1))
        #expect(certificates.entry(of: digest(1))?.pin == nil)
        #expect(remembered(upTo: 3) == [1, 2])
    }

    @Test func `a PIN is forgotten in the old generation, too`() throws {
        add(1)
        certificates.note(try known(), of: digest(1))
        for number in 2...4 { add(number) }
        certificates.note(nil, of: digest(1))
        let entry = certificates.entry(of: digest(1))
        #expect(entry != nil)
        #expect(entry?.pin == nil)
    }

    @Test func `a dropped certificate takes its known PIN along, and none is noted without a certificate`() throws {
        add(1)
        certificates.note(try known(), of: digest(1))
        for number in 2...20 { add(number) }
        #expect(certificates.entry(of: digest(1)) == nil)
        certificates.note(try known(), of: digest(1))
        #expect(certificates.entry(of: digest(1)) == nil)
        add(1)
        #expect(certificates.entry(of: digest(1)) != nil)
        #expect(certificates.entry(of: digest(1))?.pin == nil)
    }

    @Test func `a known PIN takes only a recent message of the same kind of device with a higher number and counter, and no data`() throws {
        let (apple, android) = (try known(), try known(of: .android))
        let (next, nextOfAndroid) = (try request(6, 8), try request(6, nil, of: .android))
        #expect(apple.mayTake(next))
        #expect(android.mayTake(nextOfAndroid))
        let refused = [
            try request(5, 8), try request(4, 8), try request(6, 7), try request(6, 6), try request(6, 8, isFresh: false),
            nextOfAndroid, try request(6, 8, data: ["a": 1]),
        ]
        #expect(refused.allSatisfy { !apple.mayTake($0) })
        let older = try request(5, nil, of: .android)
        #expect(!android.mayTake(older))
        #expect(!android.mayTake(next))
    }
}
