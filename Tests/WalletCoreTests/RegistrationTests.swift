// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import PlatformSupport
import ProviderProtocol
import Synchronization
import Testing
import WalletInterface

@testable import WalletCore

struct RegistrationTests {
    private let phone: Phone

    init() throws {
        phone = try Phone()
    }

    @Test func `a registered wallet is unlocked and has a deletion code`() async throws {
        let core = try await phone.registered()
        #expect(try await core.hasRemotePIN())
        #expect(try await core.isUnlocked())
        #expect(try await core.revocationCode().groups.map(\.count) == [4, 4, 4, 4, 2])
        #expect(try await !core.isRevocationCodeConfirmed())
        #expect(phone.attestedKeys.state.withLock { $0.generated } == 1)
    }

    @Test func `a registration survives a restart, and the wallet is locked`() async throws {
        let code = try await phone.registered().revocationCode()
        let core = try await phone.launch()
        #expect(try await core.hasRemotePIN())
        #expect(try await !core.isUnlocked())
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(try await core.revocationCode() == code)
    }

    @Test func `the provider is informed immediately that the account is used`() async throws {
        _ = try await phone.registered()
        #expect(phone.provider.usedCount == 1)
        #expect(phone.provider.count(of: .walletStatus) == 1)
    }

    @Test(arguments: [Endpoint.beacon, .instruction(.walletStatus)], [NetworkPlan.Fault.fail(.offline), .loseRequest])
    func `a registration whose first use is lost is valid, and confirming the deletion code is its first use`(
        endpoint: Endpoint, fault: NetworkPlan.Fault
    ) async throws {
        phone.provider.add(fault, to: endpoint)
        let core = try await phone.registered()
        #expect(try await core.hasRemotePIN())
        #expect(try await core.isUnlocked())
        #expect(phone.provider.usedCount == 0)
        try await core.confirmRevocationCode()
        #expect(phone.provider.usedCount == 1)
    }

    @Test func `the deletion code needs only one confirmation`() async throws {
        let core = try await phone.registered()
        try await core.confirmRevocationCode()
        #expect(try await core.isRevocationCodeConfirmed())
        #expect(try await phone.launch().isRevocationCodeConfirmed())
    }

    @Test(arguments: [Endpoint.beacon, .instruction(.walletStatus)])
    func `a confirmation of the deletion code without a connection is stored`(endpoint: Endpoint) async throws {
        _ = try await phone.registered()
        // Another process, without a beacon yet.
        let core = try await phone.launch()
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        phone.clock.advance(by: BeaconLifetime.seconds)
        phone.provider.forgetRequests()
        phone.provider.add(.fail(.offline), to: endpoint)
        try await core.confirmRevocationCode()
        #expect(try await core.isRevocationCodeConfirmed())
        #expect(phone.provider.bodies(to: endpoint).count == 1)
    }

    @Test func `a PIN that is too simple is refused before anything is sent`() async throws {
        let core = try await phone.launch()
        await expect(.unexpected) { try await core.register(pin: Phone.pin("123456")) }
        #expect(phone.provider.requestCount == 0)
    }

    @Test func `a registered wallet cannot register again`() async throws {
        let core = try await phone.registered()
        phone.provider.forgetRequests()
        await expect(.alreadyRegistered) { try await core.register(pin: Phone.pin()) }
        await expect(.alreadyRegistered) { try await core.register(pin: Phone.otherPIN()) }
        #expect(phone.provider.requestCount == 0)
    }

    @Test func `of two concurrent registrations one succeeds, and the other reports that the wallet is registered`() async throws {
        let core = try await phone.launch()
        phone.provider.makeSlow()
        let outcomes = await withTaskGroup(of: WalletCoreError.Code?.self) { group in
            for pin in ["583920", "749205", "583920", "602849"] {
                group.addTask {
                    do {
                        try await core.register(pin: Phone.pin(pin))
                        return nil
                    } catch {
                        return (error as? WalletCoreError)?.code
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.filter { $0 == nil }.count == 1)
        #expect(outcomes.filter { $0 == .alreadyRegistered }.count == 3)
        #expect(phone.provider.state.withLock { $0.wallets.count } == 1)
    }

    // MARK: Lost answers

    @Test func `after a lost answer the same PIN sends the same bytes and gets the same wallet`() async throws {
        let core = try await phone.launch()
        phone.provider.add(.loseReply, to: .createWallet)
        await expect(.serverUnreachable) { try await core.register(pin: Phone.pin()) }
        #expect(try await !core.hasRemotePIN())
        #expect(try await !core.isUnlocked())
        try await core.register(pin: Phone.pin())
        let bodies = phone.provider.bodies(to: .createWallet)
        #expect(bodies.count == 2 && bodies[0] == bodies[1])
        #expect(phone.provider.bodies(to: .enroll).count == 1)
        #expect(phone.provider.state.withLock { $0.wallets.count } == 1)
    }

    @Test func `a kill after sending does not lose the wallet`() async throws {
        let core = try await phone.launch()
        phone.provider.add(.loseReply, to: .createWallet)
        await expect(.serverUnreachable) { try await core.register(pin: Phone.pin()) }
        let next = try await phone.launch()
        try await next.register(pin: Phone.pin())
        #expect(phone.provider.state.withLock { $0.wallets.count } == 1)
        await next.lock()
        #expect(try await next.unlock(pin: Phone.pin()) == .valid)
    }

    @Test func `after a lost answer a different PIN restarts the registration with a new key`() async throws {
        let core = try await phone.launch()
        phone.provider.add(.loseReply, to: .createWallet)
        await expect(.serverUnreachable) { try await core.register(pin: Phone.pin()) }
        try await core.register(pin: Phone.otherPIN())
        let bodies = phone.provider.bodies(to: .createWallet)
        #expect(bodies.count == 2 && bodies[0] != bodies[1])
        #expect(phone.provider.bodies(to: .enroll).count == 2)
        #expect(phone.attestedKeys.state.withLock { $0.keys.count } == 1)
        #expect(try await core.unlock(pin: Phone.otherPIN()) == .valid)
        #expect(try await core.unlock(pin: Phone.pin()) != .valid)
    }

    @Test func `a pending registration with an expired challenge restarts`() async throws {
        let core = try await phone.launch()
        phone.provider.add(.loseRequest, to: .createWallet)
        await expect(.serverUnreachable) { try await core.register(pin: Phone.pin()) }
        phone.clock.advance(by: 61)
        try await core.register(pin: Phone.pin())
        #expect(phone.provider.bodies(to: .enroll).count == 2)
        #expect(phone.provider.bodies(to: .createWallet).count == 2)
    }

    @Test func `a challenge that the provider refuses is replaced once`() async throws {
        let core = try await phone.launch()
        phone.provider.add(.refuse(.challengeRejected), to: .createWallet)
        try await core.register(pin: Phone.pin())
        #expect(phone.provider.bodies(to: .createWallet).count == 2)
        #expect(phone.attestedKeys.state.withLock { $0.keys.count } == 1)
    }

    @Test func `a provider that refuses every challenge is asked a limited number of times`() async throws {
        let core = try await phone.launch()
        for _ in 0..<5 { phone.provider.add(.refuse(.challengeRejected), to: .createWallet) }
        await expect(.serverUnreachable) { try await core.register(pin: Phone.pin()) }
        #expect(phone.provider.bodies(to: .createWallet).count == 2)
    }

    @Test func `repeated failures do not accumulate keys`() async throws {
        let core = try await phone.launch()
        for _ in 0..<20 {
            phone.provider.add(.loseRequest, to: .createWallet)
            await expect(.serverUnreachable) { try await core.register(pin: Phone.pin()) }
            phone.clock.advance(by: 61)
        }
        #expect(phone.attestedKeys.state.withLock { $0.keys.count } == 1)
    }

    // MARK: What fails

    @Test func `without a connection no registration is sent, and the user can repeat it`() async throws {
        let core = try await phone.launch()
        phone.provider.add(.fail(.offline), to: .enroll)
        await expect(.noInternet) { try await core.register(pin: Phone.pin()) }
        phone.provider.add(.fail(.unreachable), to: .enroll)
        await expect(.serverUnreachable) { try await core.register(pin: Phone.pin()) }
        phone.provider.add(.fail(.offline), to: .createWallet)
        await expect(.noInternet) { try await core.register(pin: Phone.pin()) }
        try await core.register(pin: Phone.pin())
        // A challenge that was answered is used by the next attempt.
        #expect(phone.provider.bodies(to: .enroll).count == 3)
    }

    @Test func `a refused attestation is reported, and the next attempt uses a new key`() async throws {
        let core = try await phone.launch()
        phone.provider.add(.refuse(.attestationRejected(reason: "certificate_chain")), to: .createWallet)
        await expect(.deviceInsecure(.attestationRejected)) { try await core.register(pin: Phone.pin()) }
        #expect(phone.attestedKeys.state.withLock { $0.keys.isEmpty })
        try await core.register(pin: Phone.pin())
        #expect(phone.attestedKeys.state.withLock { $0.generated } == 2)
    }

    @Test func `a phone that cannot attest is reported as unable to attest`() async throws {
        let core = try await phone.launch()
        phone.attestedKeys.state.withLock { $0.generateError = .notSupported }
        await expect(.deviceInsecure(.attestationNotSupported)) { try await core.register(pin: Phone.pin()) }
        phone.attestedKeys.state.withLock { $0.attestError = .notSupported }
        await expect(.deviceInsecure(.attestationNotSupported)) { try await core.register(pin: Phone.pin()) }
    }

    @Test func `if the platform's attestation service does not answer, the same key is attested later`() async throws {
        let core = try await phone.launch()
        phone.attestedKeys.state.withLock { $0.attestError = .platformUnreachable }
        await expect(.serverUnreachable) { try await core.register(pin: Phone.pin()) }
        let next = try await phone.launch()
        try await next.register(pin: Phone.pin())
        #expect(phone.attestedKeys.state.withLock { $0.generated } == 1)
    }

    @Test func `a pending key that the hardware has lost is replaced`() async throws {
        let core = try await phone.launch()
        phone.attestedKeys.state.withLock { $0.attestError = .platformUnreachable }
        await expect(.serverUnreachable) { try await core.register(pin: Phone.pin()) }
        phone.attestedKeys.state.withLock { $0.keys = [:] }
        try await core.register(pin: Phone.pin())
        #expect(phone.attestedKeys.state.withLock { $0.generated } == 2)
    }

    @Test(arguments: [AttestedKeyError.failed, .unknownKey])
    func `a hardware failure is reported as such, and a retry succeeds`(error: AttestedKeyError) async throws {
        let core = try await phone.launch()
        phone.attestedKeys.state.withLock { $0.signError = error }
        await expect(.hardwareFailed) { try await core.register(pin: Phone.pin()) }
        #expect(phone.provider.bodies(to: .createWallet).isEmpty)
        try await core.register(pin: Phone.pin())
    }

    @Test(arguments: [
        ProviderProblem.malformedRequest, .certificateRejected, .instructionRejected, .accountBlocked,
        .incorrectPIN(attemptsLeftInRound: 3, isFinalRound: false),
    ])
    func `a refusal for any other reason is reported as unexpected`(problem: ProviderProblem) async throws {
        let core = try await phone.launch()
        phone.provider.add(.refuse(problem), to: .createWallet)
        await expect(.unexpected) { try await core.register(pin: Phone.pin()) }
        #expect(try await !core.hasRemotePIN())
    }

    @Test(arguments: [ProviderProblem.unavailable, .tooManyRequests, .unexpected(correlationID: "x")])
    func `an outage of the provider counts as unreachable, and the same bytes are sent again`(problem: ProviderProblem) async throws {
        let core = try await phone.launch()
        phone.provider.add(.refuse(problem), to: .createWallet)
        await expect(.serverUnreachable) { try await core.register(pin: Phone.pin()) }
        try await core.register(pin: Phone.pin())
        let bodies = phone.provider.bodies(to: .createWallet)
        #expect(bodies.count == 2 && bodies[0] == bodies[1])
    }

    // MARK: Forged responses

    @Test(arguments: Garbage.all)
    func `garbage instead of a challenge is not accepted`(garbage: Garbage) async throws {
        let core = try await phone.launch()
        phone.provider.add(.answer(garbage.response), to: .enroll)
        await expect(.serverUnreachable) { try await core.register(pin: Phone.pin()) }
        #expect(phone.attestedKeys.state.withLock { $0.generated } == 0)
    }

    @Test(arguments: Garbage.all)
    func `after an unreadable answer the registration can be repeated`(garbage: Garbage) async throws {
        let core = try await phone.launch()
        phone.provider.add(.answer(garbage.response), to: .createWallet)
        await expect(.serverUnreachable) { try await core.register(pin: Phone.pin()) }
        #expect(try await !core.hasRemotePIN())
        try await core.register(pin: Phone.pin())
        let bodies = phone.provider.bodies(to: .createWallet)
        #expect(bodies.count == 2 && bodies[0] == bodies[1])
    }

    @Test(arguments: 0..<8)
    func `a challenge of a different provider is refused, and one of another day asks for the clock to be set`(index: Int) async throws {
        let core = try await phone.launch()
        let provider = phone.provider
        let (now, day) = (Int64(phone.clock.now.timeIntervalSince1970), Int64(86_400))
        let walletID = WalletID(random: systemRandomBytes)
        func challenge(_ audience: String = FakeProvider.url, _ random: Int = 32, _ issuedAt: Int64? = nil) -> EnrolmentChallenge {
            EnrolmentChallenge(walletID: walletID, random: systemRandomBytes(random), audience: audience, issuedAt: issuedAt ?? now)
        }
        let message = InstructionClaims(
            walletID: walletID, audience: FakeProvider.url, instruction: .checkPIN, challenge: "", sequenceNumber: 1, issuedAt: now,
            data: [:])
        let tokens = [
            try provider.token(challenge(), "cert-1", provider.otherKey),
            try provider.token(challenge(), "cert-2", provider.certificateKey),
            try provider.token(challenge("https://other.test"), "cert-1", provider.certificateKey),
            try provider.token(challenge(FakeProvider.url, 16), "cert-1", provider.certificateKey),
            try provider.token(challenge(FakeProvider.url, 32, now - 200_000), "cert-1", provider.certificateKey),
            try provider.token(challenge(FakeProvider.url, 32, now - day - EnrolmentChallenge.lifetime), "cert-1", provider.certificateKey),
            try provider.token(challenge(FakeProvider.url, 32, now + day), "cert-1", provider.certificateKey),
            try provider.token(InstructionResult(to: message, issuedAt: now, result: nil), "cert-1", provider.certificateKey),
        ]
        provider.add(.answer(FakeProvider.json(SingleMemberAnswer(.challenge, tokens[index]).encode())), to: .enroll)
        let isClockWrong = (4...6).contains(index)
        await expect(isClockWrong ? .clockWrong : .serverUnreachable) { try await core.register(pin: Phone.pin()) }
        #expect(try await core.checkConnections().isClockWrong == isClockWrong)
    }

    @Test(arguments: [-23, -2, 2, 23])
    func `a phone whose clock is wrong by hours, fast or slow, can register`(hours: Int64) async throws {
        let core = try await phone.launch()
        let token = try phone.provider.token(
            EnrolmentChallenge(
                walletID: WalletID(random: systemRandomBytes), random: systemRandomBytes(32), audience: FakeProvider.url,
                issuedAt: Int64(phone.clock.now.timeIntervalSince1970) + hours * 3600), "cert-1", phone.provider.certificateKey)
        phone.provider.add(.answer(FakeProvider.json(SingleMemberAnswer(.challenge, token).encode())), to: .enroll)
        try await core.register(pin: Phone.pin())
        #expect(try await core.hasRemotePIN())
    }

    @Test func `a certificate of a different wallet is refused`() async throws {
        let core = try await phone.launch()
        let provider = phone.provider
        let certificate = try provider.token(
            WalletCertificate(
                issuer: FakeProvider.url, issuedAt: 0, walletID: WalletID(random: systemRandomBytes),
                deviceKey: JWK(provider.otherKey.publicKey), pinKeyMark: [1]), "cert-1", provider.certificateKey)
        let code = RevocationCode(derivedFrom: [UInt8](repeating: 3, count: 32))
        provider.add(
            .answer(FakeProvider.json(RegistrationAnswer(certificate: certificate, revocationCode: code).encode(), status: 201)),
            to: .createWallet)
        await expect(.serverUnreachable) { try await core.register(pin: Phone.pin()) }
        #expect(try await !core.hasRemotePIN())
    }

    // MARK: A full disk

    @Test func `on a full disk no registration is sent`() async throws {
        let core = try await phone.launch()
        let store = try await core.store()
        try FullDisk.fill(store)
        await expect(.storeFull) { try await core.register(pin: Phone.pin()) }
        #expect(phone.provider.bodies(to: .createWallet).isEmpty)
        try FullDisk.free(store)
        try await core.register(pin: Phone.pin())
        #expect(try await core.hasRemotePIN())
    }

    @Test func `an answer that could not be stored is fetched again`() async throws {
        let core = try await phone.launch()
        let store = try await core.store()
        phone.provider.add(.wait { try? FullDisk.fill(store) }, to: .createWallet)
        await expect(.storeFull) { try await core.register(pin: Phone.pin()) }
        #expect(try await !core.hasRemotePIN())
        try FullDisk.free(store)
        try await core.register(pin: Phone.pin())
        let bodies = phone.provider.bodies(to: .createWallet)
        #expect(bodies.count == 2 && bodies[0] == bodies[1])
        #expect(phone.provider.state.withLock { $0.wallets.count } == 1)
    }
}
