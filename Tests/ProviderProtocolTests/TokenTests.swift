// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import JSON
import ProviderProtocol
import Testing

struct TokenTests {
    let samples = Samples()
    let key = P256.Signing.PrivateKey()
    var keys: [String: P256.Signing.PublicKey] { ["k1": key.publicKey] }

    var challenge: EnrolmentChallenge {
        EnrolmentChallenge(walletID: samples.walletID, random: [UInt8](repeating: 9, count: 32), audience: samples.audience, issuedAt: 1000)
    }
    var certificate: WalletCertificate {
        WalletCertificate(
            issuer: samples.audience, issuedAt: 1000, walletID: samples.walletID, deviceKey: JWK(samples.deviceKey.publicKey),
            pinKeyMark: [UInt8](repeating: 4, count: 32))
    }
    var result: InstructionResult {
        InstructionResult(to: samples.claims(challenge: "Y2g"), issuedAt: 1000, result: nil)
    }

    @Test func `a challenge round-trips and is valid for 60 seconds`() throws {
        let token = try samples.sign(challenge, with: key)
        #expect(try EnrolmentChallenge(verifying: token, keys: keys) == challenge)
        #expect(challenge.expiresAt == 1060)
    }

    @Test func `a certificate round-trips`() throws {
        #expect(try WalletCertificate(verifying: samples.sign(certificate, with: key), keys: keys) == certificate)
    }

    @Test func `a result round-trips, with null and with an object as its value`() throws {
        #expect(try InstructionResult(verifying: samples.sign(result, with: key), keys: keys) == result)
        let withObject = InstructionResult(to: samples.claims(challenge: "Y2g"), issuedAt: 1000, result: ["certificate": "x"])
        #expect(try InstructionResult(verifying: samples.sign(withObject, with: key), keys: keys) == withObject)
    }

    @Test func `a result is accepted only for its own message`() {
        #expect(result.answers(samples.claims(challenge: "Y2g")))
        #expect(!result.answers(samples.claims(challenge: "Y2h")))
        #expect(!result.answers(samples.claims(.walletStatus, challenge: "Y2g")))
        // The same beacon serves any wallet and any number of messages.
        for (walletID, number) in [(samples.otherWalletID, 3), (samples.walletID, 2), (samples.walletID, 4)] as [(WalletID, Int64)] {
            let other = InstructionClaims(
                walletID: walletID, audience: samples.audience, instruction: .checkPIN, challenge: "Y2g", sequenceNumber: number,
                issuedAt: 0)
            #expect(!result.answers(other))
        }
    }

    @Test func `no kind of token is accepted as a different kind`() throws {
        let tokens = [
            try samples.sign(challenge, with: key), try samples.sign(certificate, with: key), try samples.sign(result, with: key),
            try InstructionMessage(samples.claims(), signedBy: key).text,
        ]
        for (index, token) in tokens.enumerated() {
            #expect((try? EnrolmentChallenge(verifying: token, keys: keys)) == (index == 0 ? challenge : nil))
            #expect((try? WalletCertificate(verifying: token, keys: keys)) == (index == 1 ? certificate : nil))
            #expect((try? InstructionResult(verifying: token, keys: keys)) == (index == 2 ? result : nil))
            #expect(((try? InstructionMessage(parsing: token)) != nil) == (index == 3))
        }
    }

    @Test func `a token with an unknown or wrong key is refused`() throws {
        let token = try samples.sign(certificate, with: key)
        #expect(throws: ProtocolViolation.self) { try WalletCertificate(verifying: token, keys: [:]) }
        #expect(throws: ProtocolViolation.self) { try WalletCertificate(verifying: token, keys: ["k2": key.publicKey]) }
        #expect(throws: ProtocolViolation.self) {
            try WalletCertificate(verifying: token, keys: ["k1": P256.Signing.PrivateKey().publicKey])
        }
    }

    @Test func `a token with any one character changed is refused`() throws {
        let token = Array(try samples.sign(certificate, with: key))
        for index in token.indices {
            var changed = token
            changed[index] = token[index] == "A" ? "B" : "A"
            #expect(throws: ProtocolViolation.self) { try WalletCertificate(verifying: String(changed), keys: keys) }
        }
    }

    @Test(arguments: ["iss", "iat", "wallet_id", "device_key", "pin_key_mark"])
    func `a certificate with a missing or null member is refused`(_ name: String) {
        #expect(throws: (any Error).self) { try WalletCertificate(claims: certificate.claims.removing(name)) }
        #expect(throws: (any Error).self) { try WalletCertificate(claims: certificate.claims.setting(name, .null)) }
    }

    @Test(arguments: ["wallet_id", "random", "aud", "iat", "exp"])
    func `a challenge with a missing or null member is refused`(_ name: String) {
        #expect(throws: (any Error).self) { try EnrolmentChallenge(claims: challenge.claims.removing(name)) }
        #expect(throws: (any Error).self) { try EnrolmentChallenge(claims: challenge.claims.setting(name, .null)) }
    }

    @Test(arguments: ["wallet_id", "instruction", "seq", "challenge", "iat", "result"])
    func `a result with a missing or wrongly typed member is refused`(_ name: String) {
        #expect(throws: (any Error).self) { try InstructionResult(claims: result.claims.removing(name)) }
        #expect(throws: (any Error).self) { try InstructionResult(claims: result.claims.setting(name, .bool(true))) }
    }

    @Test func `an unknown member is refused in every kind of token`() {
        #expect(throws: (any Error).self) { try EnrolmentChallenge(claims: challenge.claims.setting("more", 1)) }
        #expect(throws: (any Error).self) { try WalletCertificate(claims: certificate.claims.setting("more", 1)) }
        #expect(throws: (any Error).self) { try InstructionResult(claims: result.claims.setting("more", 1)) }
    }
}
