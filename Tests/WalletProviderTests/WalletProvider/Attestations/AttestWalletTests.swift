// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import HSM
import JOSE
import OpenID4VCI
import PhoneSimulator
import ProviderProtocol
import SDJWT
import StatusList
import TestEnvironment
import Testing
import WalletProvider

/// Attestations of wallets, and the lists with their status.
struct AttestWalletTests {
    let test: TestProvider

    init() throws {
        test = try TestProvider()
    }

    func request(_ phone: inout TestPhone, key: P256.Signing.PrivateKey = P256.Signing.PrivateKey()) async throws -> ProviderRequest {
        try phone.message(
            .attestWallet, try await test.beacon(), data: AttestationRequest(key: JWK(key.publicKey)).json)
    }

    func attest(_ phone: inout TestPhone) async throws -> WalletAttestation {
        let request = try await request(&phone)
        return try WalletAttestation(unverified: AttestationResult(try await test.object(of: request)).attestation)
    }

    /// Returns the status of an attestation in the published list.
    func status(of attestation: WalletAttestation) async throws -> TokenStatus {
        let reference = try #require(attestation.status)
        let number = try #require(reference.uri.split(separator: "/").last)
        #expect(reference.uri == TestProvider.publicURL + "/api/v1/status-lists/\(number)")
        let text = String(decoding: try await test.provider.attestationStatusList(String(number)), as: UTF8.self)
        let keys = try await test.hsm.publicKeys(for: .attestation).map { ($0.keyID, JWK($0.key)) }
        let verifier = StatusListVerifier(trust: .keys(Dictionary(uniqueKeysWithValues: keys)))
        let token = try await verifier.verify(text, from: reference.uri, at: test.clock.now)
        let now = Int64(test.clock.now.timeIntervalSince1970)
        #expect(token.timeToLive == 60)
        #expect((now..<now + 901).contains(try #require(token.expiresAt)))
        return try token.list.status(at: reference.index)
    }

    func advance(seconds: Int64) { test.clock.advance(milliseconds: seconds * 1000) }

    @Test func `two attestations of a wallet have nothing in common that identifies the wallet`() async throws {
        var phone = try await test.registeredPhone()
        let (first, second) = (try await attest(&phone), try await attest(&phone))
        #expect(first.status != second.status)
        #expect(first.key != second.key)
        for attestation in [first, second] { #expect(try await status(of: attestation) == .valid) }
    }

    @Test(arguments: [RevocationReason.userRequest, .adminRequest])
    func `a wallet's revocation appears in the list immediately or after the renewal time`(_ reason: RevocationReason) async throws {
        var phone = try await test.registeredPhone()
        var neighbour = try await test.registeredPhone(.android)
        let (revoked, other) = (try await attest(&phone), try await attest(&neighbour))
        #expect(try await status(of: revoked) == .valid)
        _ = try await test.revoker.revoke(phone.walletID, because: reason, by: .portal)
        #expect(try await status(of: revoked) == .valid)
        advance(seconds: 15)
        #expect(try await status(of: revoked) == .invalid)
        #expect(try await status(of: other) == .valid)
    }

    @Test func `attestations of a revoked solution and of deregistered wallets are revoked`() async throws {
        var (phone, leaving) = (try await test.registeredPhone(), try await test.registeredPhone())
        let (first, second) = (try await attest(&phone), try await attest(&leaving))
        try await test.deregister(&leaving)
        #expect(try await status(of: first) == .valid)
        #expect(try await status(of: second) == .invalid)
        _ = try await test.revoker.revokeSolution(by: .operator(name: "test"))
        advance(seconds: 15)
        for attestation in [first, second] { #expect(try await status(of: attestation) == .invalid) }
    }

    @Test func `a revoked wallet gets no attestation, and a repeated request gets the same one again`() async throws {
        var phone = try await test.registeredPhone()
        let request = try await request(&phone)
        let first = try await test.object(of: request)
        #expect(try await test.object(of: request) == first)
        let late = try await self.request(&phone)
        _ = try await test.revoker.revoke(phone.walletID, because: .userRequest, by: .portal)
        let refusal = await test.refusal(of: late)
        #expect(refusal == .accountRevoked(reason: "user_request", canRegisterNewWallet: true))
    }

    @Test func `a rejected message uses no entry of the status list`() async throws {
        var phone = try await test.registeredPhone()
        let spent = try await request(&phone)
        _ = try await test.result(of: spent)
        let stale = try await request(&phone)
        advance(seconds: 301)
        #expect(await test.refusal(of: stale) == .challengeRejected)
        let ownKey = try phone.message(
            .attestWallet, try await test.beacon(),
            data: AttestationRequest(key: JWK(phone.deviceKey.publicKey)).json)
        #expect(await test.refusal(of: ownKey) == .instructionRejected)
        #expect(try test.count("attestation") == 1)
    }

    @Test func `a wallet at its maximum gets no attestation until one expires, and other wallets are unaffected`() async throws {
        var phone = try await test.registeredPhone()
        var neighbour = try await test.registeredPhone(.android)
        let maximum = try #require(test.provider.configuration.attestation).maximumPerWallet
        for _ in 0..<maximum { _ = try await attest(&phone) }
        let late = try await request(&phone)
        #expect(await test.refusal(of: late) == .tooManyRequests)
        #expect(try test.count("attestation") == maximum)
        _ = try await attest(&neighbour)
        advance(seconds: 2 * 3600 + 60)
        _ = try await attest(&phone)
    }

    @Test func `concurrent copies of a message take one entry and get one answer`()
        async throws
    {
        var phone = try await test.registeredPhone()
        let (provider, body) = (test.provider, try await request(&phone).encode())
        let answers = await withTaskGroup(of: Result<[UInt8], ProviderProblem>.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    do throws(ProviderProblem) { return .success(try await provider.perform(.attestWallet, body)) } catch {
                        return .failure(error)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(answers.compactMap { try? $0.get() }).count == 1)
        #expect(try test.count("attestation") == 1)
    }

    @Test func `attestations that the HSM cannot sign use one entry, despite repetition and concurrency`()
        async throws
    {
        var phone = try await test.registeredPhone()
        let maximum = try #require(test.provider.configuration.attestation).maximumPerWallet
        test.hsm.fail(.signCertificate)
        var last = try await request(&phone)
        for _ in 0..<maximum + 6 {
            #expect(await test.refusal(of: last) == .unavailable)
            #expect(await test.refusal(of: last) == .unavailable)
            last = try await request(&phone)
        }
        let (hurried, test) = (last, test)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<50 { group.addTask { #expect(await test.refusal(of: hurried) == .unavailable) } }
        }
        #expect(try test.count("attestation") == 1)
        test.hsm.fail()
        #expect(await test.refusal(of: hurried) == nil)
        // Exactly the permitted number.
        for _ in 1..<maximum { _ = try await attest(&phone) }
        let late = try await request(&phone)
        #expect(await test.refusal(of: late) == .tooManyRequests)
        #expect(try test.count("attestation") == maximum)
    }

    @Test func `an entry that was handed out is never reused, whatever fails afterwards`() async throws {
        var phone = try await test.registeredPhone()
        var seen: Set<StatusListReference> = []
        for _ in 0..<5 {
            test.hsm.fail(.signResult)
            let unsigned = try await request(&phone)
            #expect(await test.refusal(of: unsigned) == .unavailable)
            test.hsm.fail()
            test.store.fail(.accept)
            #expect(await test.refusal(of: unsigned) == .unavailable)
            test.store.fail()
            let status = try #require(try await attest(&phone).status)
            #expect(seen.insert(status).inserted)
            // Its number is now outdated.
            #expect(await test.refusal(of: unsigned) == .instructionRejected)
        }
        #expect(try test.count("attestation") == 5)
    }

    @Test(arguments: [0, -1, 1001])
    func `an invalid maximum is rejected`(maximum: Int) {
        #expect(throws: ConfigurationError.self) {
            try AttestationSettings(clientID: "https://wallet.example/app", maximumPerWallet: maximum) { _ in [] }
        }
    }

    @Test func `an unavailable database or HSM attests nothing, and a retry succeeds later`() async throws {
        var phone = try await test.registeredPhone()
        let request = try await request(&phone)
        test.store.fail(.attestation)
        #expect(await test.refusal(of: request) == .unavailable)
        await #expect(throws: ProviderProblem.unavailable) { try await test.provider.attestationStatusList("1") }
        test.store.fail()
        test.hsm.fail(.publicKeys)
        await #expect(throws: ProviderProblem.unavailable) { try await test.provider.attestationStatusList("1") }
        test.hsm.fail()
        #expect(await test.refusal(of: request) == nil)
        #expect(try await test.provider.attestationStatusList("1").isEmpty == false)
    }

    @Test(arguments: ["0", "-1", "2", "01", "+1", "", "1 ", "99999999999999999999", "a", "１", "1/2"])
    func `a status list that does not exist has an unknown address`(_ number: String) async throws {
        await #expect(throws: ProviderProblem.malformedRequest) { try await test.provider.attestationStatusList(number) }
    }

    @Test func `an attestation key without a certificate signs no attestation`() async throws {
        var phone = try await test.registeredPhone()
        let bare = test.another(
            try ProviderConfiguration(
                publicURL: TestProvider.publicURL, devices: test.provider.configuration.devices,
                attestation: try AttestationSettings(clientID: "https://wallet.example/app") { _ in [] }))
        let request = try await request(&phone)
        await #expect(throws: ProviderProblem.unavailable) { try await bare.perform(.attestWallet, request.encode()) }
        await #expect(throws: ProviderProblem.unavailable) { try await bare.attestationStatusList("1") }
    }
}
