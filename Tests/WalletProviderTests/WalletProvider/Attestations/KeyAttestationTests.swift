// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import HSM
import JOSE
import JSON
import OpenID4VCI
import ProviderProtocol
import SDJWT
import TestEnvironment
import Testing
import WalletProvider

/// Attestations of keys for issuers that request them (OpenID4VCI appendix D).
struct KeyAttestationTests {
    let test: TestProvider

    init() throws {
        test = try TestProvider()
    }

    func request(
        _ instruction: Instruction, from phone: inout TestPhone, _ keys: KeyRequest
    ) async throws -> ProviderRequest {
        try phone.message(instruction, try await test.beacon(), data: keys.json)
    }

    func keys(_ count: Int, isAttested: Bool = true) -> KeyRequest {
        KeyRequest(count: count, audience: "https://issuer.example", nonce: "nonce", issuer: "client", isAttested: isAttested)
    }

    /// Returns the verified attestation in a proof's header; nil without one.
    func attestation(in proof: String) async throws -> KeyAttestation? {
        guard case .string(let text)? = try CompactJWS(parsing: proof, maximumBytes: 64 * 1024).header["key_attestation"] else {
            return nil
        }
        let trust = IssuerTrust.keys(
            Dictionary(uniqueKeysWithValues: try await test.hsm.publicKeys(for: .attestation).map { ($0.keyID, JWK($0.key)) }))
        return try await KeyAttestation(
            verifying: text, trust: trust, now: Int64(test.clock.now.timeIntervalSince1970), leeway: 0)
    }

    @Test(arguments: [1, 4]) func `the first proof contains an attestation of all keys and identifies no wallet`(count: Int) async throws {
        var phone = try await test.registeredPhone()
        let issued = try IssuedKeys(try await test.object(of: try await request(.performIssuance, from: &phone, keys(count)))).keys
        let found = try #require(try await attestation(in: issued[0].proof))
        #expect(found.keys == issued.map(\.publicKey))
        #expect(found.nonce == "nonce" && found.status == nil)
        #expect(found.issuedAt % 60 == 0)
        for key in issued.dropFirst() { #expect(try await attestation(in: key.proof) == nil) }
        for key in issued { #expect(try CompactJWS(parsing: key.proof, maximumBytes: 64 * 1024).isSigned(by: key.publicKey.publicKey)) }
    }

    @Test func `a key is attested only on request`() async throws {
        var phone = try await test.registeredPhone()
        let issued = try IssuedKeys(
            try await test.object(of: try await request(.performIssuance, from: &phone, keys(2, isAttested: false)))
        ).keys
        for key in issued { #expect(try await attestation(in: key.proof) == nil) }
    }

    @Test func `a preview leaves no key, and the same message gets the same proof again`() async throws {
        var phone = try await test.registeredPhone()
        let message = try await request(.previewIssuance, from: &phone, keys(1))
        let made = try PreviewProof(try await test.object(of: message))
        #expect(try PreviewProof(try await test.object(of: message)) == made)
        #expect(try await attestation(in: made.proof)?.keys == [made.publicKey])
        #expect(try test.count("wallet_key") == 0)
        // The key is never used for signing.
        let next = try PreviewProof(try await test.object(of: try await request(.previewIssuance, from: &phone, keys(1))))
        #expect(next.publicKey != made.publicKey)
    }

    @Test func `concurrent copies of a preview get one answer and leave no key`() async throws {
        var phone = try await test.registeredPhone()
        let (provider, body) = (test.provider, try await request(.previewIssuance, from: &phone, keys(1)).encode())
        let answers = await withTaskGroup(of: [UInt8]?.self) { group in
            for _ in 0..<50 { group.addTask { try? await provider.perform(.previewIssuance, body) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(answers.compactMap { $0 }).count == 1)
        for table in ["wallet_key", "attestation"] { #expect(try test.count(table) == 0) }
    }

    // MARK: Rejections

    @Test func `a preview must request one attested key without an id`() async throws {
        var phone = try await test.registeredPhone()
        let id = WalletKeyID { [UInt8](repeating: 1, count: $0) }
        for wrong in [
            keys(2), keys(1, isAttested: false), KeyRequest(ids: [id], audience: "a", nonce: nil, isAttested: true),
        ] {
            #expect(await test.refusal(of: try await request(.previewIssuance, from: &phone, wrong)) == .instructionRejected)
        }
        #expect(try test.count("wallet_key") == 0)
    }

    @Test func `a revoked wallet or a stale beacon gets no preview`() async throws {
        var phone = try await test.registeredPhone()
        let stale = try await request(.previewIssuance, from: &phone, keys(1))
        test.clock.advance(seconds: 301)
        #expect(await test.refusal(of: stale) == .challengeRejected)
        let late = try await request(.previewIssuance, from: &phone, keys(1))
        _ = try await test.revoker.revoke(phone.walletID, because: .userRequest, by: .portal)
        #expect(await test.refusal(of: late) == .accountRevoked(reason: "user_request", canRegisterNewWallet: true))
    }

    @Test func `a provider without attestations creates no keys for them, and an unavailable HSM is reported`() async throws {
        var phone = try await test.registeredPhone()
        let bare = test.another(
            try ProviderConfiguration(publicURL: TestProvider.publicURL, devices: test.provider.configuration.devices))
        for instruction in [Instruction.previewIssuance, .performIssuance] {
            let body = try await request(instruction, from: &phone, keys(1)).encode()
            await #expect(throws: ProviderProblem.instructionRejected) { try await bare.perform(instruction, body) }
        }
        #expect(try test.count("wallet_key") == 0)
        let message = try await request(.previewIssuance, from: &phone, keys(1))
        test.hsm.fail(.publicKeys)
        #expect(await test.refusal(of: message) == .unavailable)
        test.hsm.fail()
        #expect(await test.refusal(of: message) == nil)
    }

    @Test(arguments: ["", "two words", "é", String(repeating: "a", count: 257)])
    func `an invalid setting of key attestations is rejected at the start`(value: String) {
        #expect(throws: ConfigurationError.self) {
            try AttestationSettings(clientID: "https://wallet.example/app", keyStorage: [value]) { _ in [] }
        }
        #expect(throws: ConfigurationError.self) {
            try AttestationSettings(clientID: "https://wallet.example/app", userAuthentication: [value]) { _ in [] }
        }
    }
}
