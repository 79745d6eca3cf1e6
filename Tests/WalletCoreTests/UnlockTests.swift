// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import GRDB
import JOSE
import PlatformSupport
import ProviderProtocol
import Synchronization
import Testing
import WalletInterface

@testable import WalletCore

struct UnlockTests {
    private let phone: Phone
    private let core: WalletCore
    private let checkPIN = Endpoint.instruction(.checkPIN)

    init() async throws {
        phone = try Phone()
        // Another process, without a challenge yet.
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
        phone.provider.add(.refuses(.pinTimeout(timeLeft: 60_500)), to: checkPIN)
        #expect(try await core.unlock(pin: Phone.pin()) == .temporarilyBlocked(until: until))
        #expect(try await !isUnlocked)
    }

    @Test(arguments: [Endpoint.challenge, .instruction(.checkPIN)])
    func `a blocked account is an outcome wherever it is told`(endpoint: Endpoint) async throws {
        phone.provider.add(.refuses(.accountBlocked), to: endpoint)
        #expect(try await core.unlock(pin: Phone.pin()) == .permanentlyBlocked)
        #expect(try await !isUnlocked)
    }

    @Test(
        arguments: [Endpoint.challenge, .instruction(.checkPIN)],
        [
            (ProviderProblem.certificateRejected, WalletCoreError.Code.walletRejected),
            (.accountRevoked(reason: "user_request", canRegisterNewWallet: true), .walletRevoked),
        ])
    func `a wallet that the provider refuses for good is told`(
        endpoint: Endpoint, refusal: (problem: ProviderProblem, code: WalletCoreError.Code)
    ) async throws {
        phone.provider.add(.refuses(refusal.problem), to: endpoint)
        await expect(refusal.code) { try await core.unlock(pin: Phone.pin()) }
        #expect(try await !isUnlocked)
    }

    // MARK: One round trip

    @Test func `a challenge fetched ahead saves a request, once`() async throws {
        await core.prepareUnlock()
        await core.prepareUnlock()
        #expect(phone.provider.bodies(to: .challenge).count == 1)
        #expect(try await core.unlock(pin: Phone.otherPIN()) == .invalid(attemptsLeftInRound: 3, isFinalRound: false))
        #expect(phone.provider.bodies(to: .challenge).count == 1)
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(phone.provider.bodies(to: .challenge).count == 2)
    }

    @Test(arguments: [(44.0, 1), (46.0, 2), (600.0, 2)])
    func `a challenge fetched ahead is replaced when it is old`(age: TimeInterval, challenges: Int) async throws {
        await core.prepareUnlock()
        phone.clock.advance(by: age)
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(phone.provider.bodies(to: .challenge).count == challenges)
        #expect(phone.provider.bodies(to: checkPIN).count == 1)
    }

    @Test(arguments: [NetworkError.offline, .unreachable, .lost])
    func `fetching ahead fails silently`(error: NetworkError) async throws {
        phone.provider.add(.fails(error), to: .challenge)
        await core.prepareUnlock()
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(phone.provider.bodies(to: .challenge).count == 2)
    }

    @Test func `a refused challenge is replaced once without a count`() async throws {
        phone.provider.add(.refuses(.challengeRejected), to: checkPIN)
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(phone.provider.bodies(to: checkPIN).count == 2)
        #expect(phone.provider.state.withLock { $0.wrongPINs } == 0)
    }

    @Test func `a provider that refuses every challenge is not asked for ever`() async throws {
        for _ in 0..<5 { phone.provider.add(.refuses(.challengeRejected), to: checkPIN) }
        await expect(.serverUnreachable) { try await core.unlock(pin: Phone.pin()) }
        #expect(phone.provider.bodies(to: checkPIN).count == 2)
    }

    @Test func `every message has a greater number than the one before, also after a restart`() async throws {
        _ = try await core.unlock(pin: Phone.otherPIN())
        await core.prepareUnlock()
        let next = try await phone.launch()
        _ = try await next.unlock(pin: Phone.pin())
        let bodies = phone.provider.state.withLock { $0.requests.filter { $0.url.contains("instructions") }.map(\.body) }
        let numbers = try bodies.map { try ProviderRequest(parsing: $0).message.claims.sequenceNumber }
        #expect(numbers.count == 5)
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func `a store that was put back to an older copy still unlocks later`() async throws {
        let copy = try Data(contentsOf: URL(fileURLWithPath: phone.file))
        for _ in 0..<5 { _ = try await core.unlock(pin: Phone.pin()) }
        try (try await core.running().store).database.close()
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: phone.file + suffix) }
        try copy.write(to: URL(fileURLWithPath: phone.file))
        phone.clock.advance(by: 30)
        #expect(try await phone.launch().unlock(pin: Phone.pin()) == .valid)
    }

    // MARK: Lost answers

    @Test func `after a lost answer to the right PIN the same bytes unlock`() async throws {
        phone.provider.add(.losesAnswer, to: checkPIN)
        await expect(.serverUnreachable) { try await core.unlock(pin: Phone.pin()) }
        #expect(try await !isUnlocked)
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        let bodies = phone.provider.bodies(to: checkPIN)
        #expect(bodies.count == 2 && bodies[0] == bodies[1])
    }

    @Test func `after a lost answer to a wrong PIN the same bytes count once`() async throws {
        phone.provider.add(.losesAnswer, to: checkPIN)
        await expect(.serverUnreachable) { try await core.unlock(pin: Phone.otherPIN()) }
        await core.prepareUnlock()
        #expect(try await core.unlock(pin: Phone.otherPIN()) == .invalid(attemptsLeftInRound: 3, isFinalRound: false))
        let bodies = phone.provider.bodies(to: checkPIN)
        #expect(bodies.count == 2 && bodies[0] == bodies[1])
        #expect(phone.provider.state.withLock { $0.wrongPINs } == 1)
    }

    @Test func `after a lost answer another PIN is a new message`() async throws {
        phone.provider.add(.losesAnswer, to: checkPIN)
        await expect(.serverUnreachable) { try await core.unlock(pin: Phone.otherPIN()) }
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        let bodies = phone.provider.bodies(to: checkPIN)
        #expect(bodies.count == 2 && bodies[0] != bodies[1])
    }

    @Test func `a request that never arrived is repeated, and replaced only when the user asks once more`() async throws {
        phone.provider.add(.losesRequest, to: checkPIN)
        await expect(.serverUnreachable) { try await core.unlock(pin: Phone.pin()) }
        phone.provider.add(.refuses(.instructionRejected), to: checkPIN)
        #expect(try await core.unlock(pin: Phone.pin()) == .outcomeUnknown)
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        let bodies = phone.provider.bodies(to: checkPIN)
        #expect(bodies.count == 3 && bodies[0] == bodies[1] && bodies[1] != bodies[2])
    }

    @Test func `a message signed with a PIN is kept in memory only, and only while its outcome may be learnt`() async throws {
        _ = try await core.unlock(pin: Phone.otherPIN())
        #expect(await core.unanswered.isEmpty)
        phone.provider.add(.losesAnswer, to: checkPIN)
        await expect(.serverUnreachable) { try await core.unlock(pin: Phone.pin()) }
        #expect(await core.unanswered[.checkPIN] != nil)
        let kept = try await core.running().store.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM pending") }
        #expect(kept == 0)
        phone.clock.advance(by: 601)
        await core.prepareUnlock()
        #expect(await core.unanswered.isEmpty)
    }

    @Test(arguments: [(NetworkError.offline, WalletCoreError.Code.noInternet), (.unreachable, .serverUnreachable)])
    func `without the provider nothing is unlocked`(error: NetworkError, code: WalletCoreError.Code) async throws {
        phone.provider.add(.fails(error), to: .challenge)
        await expect(code) { try await core.unlock(pin: Phone.pin()) }
        phone.provider.add(.fails(error), to: checkPIN)
        await expect(code) { try await core.unlock(pin: Phone.pin()) }
        #expect(try await !isUnlocked)
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
    }

    @Test(arguments: [ProviderProblem.malformedRequest, .attestationRejected(reason: "x")])
    func `another refusal is unexpected and unlocks nothing`(problem: ProviderProblem) async throws {
        phone.provider.add(.refuses(problem), to: checkPIN)
        await expect(.unexpected) { try await core.unlock(pin: Phone.pin()) }
        #expect(try await !isUnlocked)
    }

    @Test func `many checks at once are made one after the other`() async throws {
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
    func `garbage instead of a challenge unlocks nothing`(garbage: Garbage) async throws {
        phone.provider.add(.answers(garbage.response), to: .challenge)
        await expect(.serverUnreachable) { try await core.unlock(pin: Phone.pin()) }
        #expect(try await !isUnlocked)
        #expect(phone.provider.bodies(to: checkPIN).isEmpty)
    }

    @Test(arguments: Garbage.all)
    func `garbage instead of a result unlocks nothing, and the same bytes settle it`(garbage: Garbage) async throws {
        phone.provider.add(.answers(garbage.response), to: checkPIN)
        await expect(.serverUnreachable) { try await core.unlock(pin: Phone.pin()) }
        #expect(try await !isUnlocked)
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        let bodies = phone.provider.bodies(to: checkPIN)
        #expect(bodies.count == 2 && bodies[0] == bodies[1])
    }

    @Test func `no garbage in fetching ahead does any harm`() async throws {
        for garbage in Garbage.all {
            phone.provider.add(.answers(garbage.response), to: .challenge)
            await core.prepareUnlock()
        }
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
    }

    /// The faults of a result, by name.
    static let forgeries: [String] = [
        "another wallet", "another challenge", "another instruction", "another key", "an unknown key id", "the certificate's key",
        "another kind of token",
    ]

    @Test(arguments: forgeries)
    func `a result that is not exactly ours unlocks nothing`(forgery: String) async throws {
        let provider = phone.provider
        provider.add(
            .changes { genuine in
                (try? Self.forge(forgery, genuine, provider)) ?? FakeProvider.json([])
            }, to: checkPIN)
        await expect(.serverUnreachable) { try await core.unlock(pin: Phone.pin()) }
        #expect(try await !isUnlocked)
    }

    private static func forge(_ forgery: String, _ genuine: NetworkResponse, _ provider: FakeProvider) throws -> NetworkResponse {
        let token = try SingleMemberAnswer(parsing: genuine.body, expecting: .result).value
        let result = try InstructionResult(verifying: token, keys: ["result-1": provider.resultKey.publicKey])
        let walletID = forgery == "another wallet" ? WalletID(random: systemRandomBytes) : result.walletID
        let forged = InstructionResult(
            walletID: walletID, instruction: forgery == "another instruction" ? .createWallet : result.instruction,
            challenge: forgery == "another challenge" ? Base64URL.encode(systemRandomBytes(32)) : result.challenge,
            issuedAt: result.issuedAt, result: nil)
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
        return FakeProvider.json(SingleMemberAnswer(.result, forgedToken).encode())
    }

    // MARK: Disk and hardware

    @Test func `a number that cannot be stored is not sent`() async throws {
        let store = try await core.running().store
        try await store.database.writeWithoutTransaction {
            try $0.execute(sql: "CREATE TEMP TRIGGER refuse BEFORE UPDATE ON main.account BEGIN SELECT RAISE(ABORT, ''); END")
        }
        let count = phone.provider.requestCount
        await expect(.unexpected) { try await core.unlock(pin: Phone.pin()) }
        await core.prepareUnlock()
        #expect(phone.provider.requestCount == count)
    }

    @Test func `without the device key nothing is sent`() async throws {
        phone.attestedKeys.state.withLock { $0.keys = [:] }
        let count = phone.provider.requestCount
        await expect(.unexpected) { try await core.unlock(pin: Phone.pin()) }
        #expect(phone.provider.requestCount == count)
    }
}
