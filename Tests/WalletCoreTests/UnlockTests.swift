// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import GRDB
import JOSE
import JSON
import PlatformSupport
import ProviderProtocol
import Synchronization
import Testing
import WalletInterface

@testable import WalletCore

struct UnlockTests {
    private let phone: Phone
    private let core: Core
    private let checkPIN = Endpoint.instruction(.checkPIN)

    init() async throws {
        phone = try Phone()
        // Another process, without a beacon yet.
        _ = try await phone.registered()
        core = try await phone.launch()
        phone.provider.forgetRequests()
    }

    private var isUnlocked: Bool { get async throws { try await core.isUnlocked() } }

    // MARK: Outcomes

    @Test func `the right PIN unlocks`() async throws {
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(try await isUnlocked)
    }

    @Test func `a wrong PIN does not unlock`() async throws {
        #expect(try await core.unlock(pin: Phone.otherPIN()) == .invalid(attemptsLeftInRound: 3, isFinalRound: false))
        #expect(try await !isUnlocked)
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
    }

    @Test(arguments: [0, 3600, -3600])
    func `a delay ends by monotonic time, whatever the phone's clock shows`(turned: TimeInterval) async throws {
        let until = phone.clock.now.addingTimeInterval(60.5)
        phone.clock.turn(by: turned)
        phone.provider.add(.refuse(.pinTimeout(timeLeft: 60_500)), to: checkPIN)
        #expect(try await core.unlock(pin: Phone.pin()) == .temporarilyBlocked(until: until))
        #expect(try await !isUnlocked)
    }

    @Test func `a blocked account is reported as an outcome of the unlock`() async throws {
        phone.provider.add(.refuse(.accountBlocked), to: checkPIN)
        #expect(try await core.unlock(pin: Phone.pin()) == .permanentlyBlocked)
        #expect(try await !isUnlocked)
    }

    @Test(arguments: [
        (ProviderProblem.certificateRejected, WalletCoreError.Code.walletRejected),
        (.accountRevoked(reason: "user_request", canRegisterNewWallet: true), .walletRevoked),
    ])
    func `a permanent refusal by the provider is reported as such`(problem: ProviderProblem, code: WalletCoreError.Code) async throws {
        phone.provider.add(.refuse(problem), to: checkPIN)
        await expect(code) { try await core.unlock(pin: Phone.pin()) }
        #expect(try await !isUnlocked)
    }

    // MARK: Numbers

    @Test func `every message has a higher sequence number than the previous one, even after a restart`() async throws {
        _ = try await core.unlock(pin: Phone.otherPIN())
        _ = try await core.refreshWalletStatus()
        let next = try await phone.launch()
        _ = try await next.unlock(pin: Phone.pin())
        _ = try await next.refreshWalletStatus()
        let bodies = phone.provider.network.requests.filter { $0.url.contains("instructions") }.map(\.body)
        let numbers = try bodies.map { try ProviderRequest(parsing: $0).message.claims.sequenceNumber }
        #expect(numbers.count == 4)
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func `a store restored from an older copy can still unlock later`() async throws {
        let copy = try Data(contentsOf: URL(fileURLWithPath: phone.file))
        for _ in 0..<5 { _ = try await core.unlock(pin: Phone.pin()) }
        try (try await core.store()).database.close()
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: phone.file + suffix) }
        try copy.write(to: URL(fileURLWithPath: phone.file))
        phone.clock.advance(by: 30)
        #expect(try await phone.launch().unlock(pin: Phone.pin()) == .valid)
    }

    // MARK: Lost answers

    @Test func `after a lost answer to the right PIN the same bytes unlock`() async throws {
        phone.provider.add(.loseReply, to: checkPIN)
        await expect(.serverUnreachable) { try await core.unlock(pin: Phone.pin()) }
        #expect(try await !isUnlocked)
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        let bodies = phone.provider.bodies(to: checkPIN)
        #expect(bodies.count == 2 && bodies[0] == bodies[1])
    }

    @Test func `after a lost answer to a wrong PIN the same bytes are sent again and count once`() async throws {
        phone.provider.add(.loseReply, to: checkPIN)
        await expect(.serverUnreachable) { try await core.unlock(pin: Phone.otherPIN()) }
        await core.prepareUnlock()
        #expect(try await core.unlock(pin: Phone.otherPIN()) == .invalid(attemptsLeftInRound: 3, isFinalRound: false))
        let bodies = phone.provider.bodies(to: checkPIN)
        #expect(bodies.count == 2 && bodies[0] == bodies[1])
        #expect(phone.provider.state.withLock { $0.wrongPINs } == 1)
    }

    @Test func `after a lost answer a different PIN is a new message`() async throws {
        phone.provider.add(.loseReply, to: checkPIN)
        await expect(.serverUnreachable) { try await core.unlock(pin: Phone.otherPIN()) }
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        let bodies = phone.provider.bodies(to: checkPIN)
        #expect(bodies.count == 2 && bodies[0] != bodies[1])
    }

    @Test func `a request that never arrived is repeated, and replaced only if the user enters the PIN again`() async throws {
        phone.provider.add(.loseRequest, to: checkPIN)
        await expect(.serverUnreachable) { try await core.unlock(pin: Phone.pin()) }
        phone.provider.add(.refuse(.instructionRejected), to: checkPIN)
        #expect(try await core.unlock(pin: Phone.pin()) == .outcomeUnknown)
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        let bodies = phone.provider.bodies(to: checkPIN)
        #expect(bodies.count == 3 && bodies[0] == bodies[1] && bodies[1] != bodies[2])
    }

    @Test func `a message signed with a PIN is kept in memory only, and only while its answer can still be fetched`() async throws {
        _ = try await core.unlock(pin: Phone.otherPIN())
        #expect(await core.unanswered.isEmpty)
        phone.provider.add(.loseReply, to: checkPIN)
        await expect(.serverUnreachable) { try await core.unlock(pin: Phone.pin()) }
        #expect(await core.unanswered[.checkPIN] != nil)
        let kept = try await core.store().database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM pending") }
        #expect(kept == 0)
        phone.clock.advance(by: 601)
        await core.prepareUnlock()
        #expect(await core.unanswered.isEmpty)
    }

    @Test(arguments: [(NetworkError.offline, WalletCoreError.Code.noInternet), (.unreachable, .serverUnreachable)])
    func `without the provider the wallet is not unlocked`(error: NetworkError, code: WalletCoreError.Code) async throws {
        phone.provider.add(.fail(error), to: .beacon)
        await expect(code) { try await core.unlock(pin: Phone.pin()) }
        phone.provider.add(.fail(error), to: checkPIN)
        await expect(code) { try await core.unlock(pin: Phone.pin()) }
        #expect(try await !isUnlocked)
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
    }

    @Test(arguments: [ProviderProblem.malformedRequest, .attestationRejected(reason: "x")])
    func `a refusal for any other reason is reported as unexpected and unlocks nothing`(problem: ProviderProblem) async throws {
        phone.provider.add(.refuse(problem), to: checkPIN)
        await expect(.unexpected) { try await core.unlock(pin: Phone.pin()) }
        #expect(try await !isUnlocked)
    }

    @Test func `concurrent PIN checks are made one after the other`() async throws {
        phone.provider.makeSlow()
        let outcomes = await withTaskGroup(of: PINCheck?.self) { group in
            for _ in 0..<10 { group.addTask { try? await core.unlock(pin: Phone.pin()) } }
            for _ in 0..<10 {
                group.addTask {
                    await core.prepareUnlock()
                    return .valid
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.allSatisfy { $0 == .valid })
        // No request was repeated.
        #expect(phone.provider.bodies(to: checkPIN).count == 10)
    }

    // MARK: Forged responses

    @Test(arguments: Garbage.all)
    func `garbage instead of a result unlocks nothing, and repeating the same bytes gets the result`(garbage: Garbage) async throws {
        phone.provider.add(.answer(garbage.response), to: checkPIN)
        await expect(.serverUnreachable) { try await core.unlock(pin: Phone.pin()) }
        #expect(try await !isUnlocked)
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        let bodies = phone.provider.bodies(to: checkPIN)
        #expect(bodies.count == 2 && bodies[0] == bodies[1])
    }

    /// The faults of a result, by name.
    static let forgeries: [String] = [
        "another wallet", "another number", "another challenge", "another instruction", "another key", "an unknown key id",
        "the certificate's key", "another kind of token",
    ]

    @Test(arguments: forgeries)
    func `a result that does not match the message exactly unlocks nothing`(forgery: String) async throws {
        let provider = phone.provider
        provider.add(
            .rewrite { genuine in
                (try? Self.forge(forgery, genuine, provider)) ?? genuine
            }, to: checkPIN)
        await expect(.serverUnreachable) { try await core.unlock(pin: Phone.pin()) }
        #expect(try await !isUnlocked)
    }

    private static func forge(_ forgery: String, _ genuine: NetworkResponse, _ provider: FakeProvider) throws -> NetworkResponse {
        let answer = try InstructionAnswer(parsing: genuine.body)
        let result = try InstructionResult(verifying: answer.result, keys: ["result-1": provider.resultKey.publicKey])
        let answered = InstructionClaims(
            walletID: forgery == "another wallet" ? WalletID(random: systemRandomBytes) : result.walletID, audience: FakeProvider.url,
            instruction: forgery == "another instruction" ? .createWallet : result.instruction,
            challenge: forgery == "another challenge" ? answer.beacon : result.challenge,
            sequenceNumber: result.sequenceNumber + (forgery == "another number" ? 1 : 0), issuedAt: result.issuedAt, data: [:])
        let forged = InstructionResult(to: answered, issuedAt: result.issuedAt, result: nil)
        let forgedToken =
            switch forgery {
            case "another key": try provider.token(forged, "result-1", provider.otherKey)
            case "an unknown key id": try provider.token(forged, "result-2", provider.resultKey)
            case "the certificate's key": try provider.token(forged, "cert-1", provider.certificateKey)
            case "another kind of token":
                try CompactJWS.sign(
                    header: WalletCertificate.header(keyID: "result-1"), payload: forged.claims.encode(), with: provider.resultKey
                ).serialized
            default: try provider.token(forged, "result-1", provider.resultKey)
            }
        return FakeProvider.json(InstructionAnswer(result: forgedToken, beacon: answer.beacon).encode())
    }

    // MARK: Disk and hardware

    @Test func `a sequence number that cannot be stored is not sent`() async throws {
        let store = try await core.store()
        try await store.database.writeWithoutTransaction {
            try $0.execute(sql: "CREATE TEMP TRIGGER refuse BEFORE UPDATE ON main.account BEGIN SELECT RAISE(ABORT, ''); END")
        }
        await expect(.unexpected) { try await core.unlock(pin: Phone.pin()) }
        await expect(.unexpected) { try await core.refreshWalletStatus() }
        #expect(phone.provider.requestCount == 1)
        #expect(phone.provider.bodies(to: .beacon).count == 1)
    }

    @Test func `without the device key no message is sent`() async throws {
        await core.prepareUnlock()
        phone.attestedKeys.state.withLock { $0.keys = [:] }
        let count = phone.provider.requestCount
        await expect(.deviceKeyLost) { try await core.unlock(pin: Phone.pin()) }
        #expect(phone.provider.requestCount == count)
    }
}
