// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Deadlines
import Foundation
import GRDB
import Hummingbird
import HummingbirdTesting
import NIOCore
import ProviderProtocol
import ServerKit
import TestEnvironment
import Testing
import WalletProvider
import WalletProviderHTTP
import WitnessFiles

@testable import WalletProviderSQLite

/// An attempt whose reservation completes after the request was answered: it is still judged, so that no unverified attempt is counted.
struct LateAttemptTests {
    let clock = ManualClock()
    /// The limits of an installation, on the test's clock.
    var timeouts: Timeouts { .production.measured(by: clock) }
    let hold = Hold()
    let verified = SlowPartsTests.VerifiedPINs()

    /// Sends a request while a part is held up beyond the deadline, and waits for the work that continues after it.
    ///
    /// - Parameter beside: waits for work that runs beside the held part, before the deadline.
    func refusalWhileHeld(
        _ request: ProviderRequest, by test: TestProvider, isCancelled: Bool = false, beside: @escaping @Sendable () async -> Void = {}
    ) async -> ProviderProblem? {
        let work = OngoingWork()
        let deadline = timeouts.deadline()
        hold.next()
        return await work.run {
            await withTaskGroup(of: ProviderProblem?.self) { group in
                group.addTask {
                    await Deadline.$current.withValue(deadline) {
                        await work.awaitResult(orLate: { .unavailable }) { await test.refusal(of: request) }
                    }
                }
                await hold.isHolding()
                await beside()
                if isCancelled { group.cancelAll() } else { clock.advance(by: timeouts.answer) }
                let problem = await group.next() ?? nil
                hold.release()
                return problem
            }
        }
    }

    /// Returns a request, and forgets the PINs verified and the calls made until now.
    func request(isRight: Bool, _ phone: inout TestPhone, _ test: TestProvider) async throws -> ProviderRequest {
        _ = verified.reset()
        test.store.forgetCalls()
        return try phone.checkPIN(try await test.beacon(), pinKey: isRight ? nil : P256.Signing.PrivateKey())
    }

    /// Checks the state after the late attempt.
    func check(_ request: ProviderRequest, _ kind: UnlockKind, _ phone: inout TestPhone, _ test: TestProvider) async throws {
        let isRight = kind.isRight
        #expect(test.store.calls == kind.calls)
        #expect(verified.right == (isRight ? 1 : 0))
        #expect(verified.wrong == (isRight ? 0 : 1))
        #expect(try await test.account(of: phone).attempts == verified.wrong)
        // Identical bytes get the same answer without a second verification.
        let wrong = ProviderProblem.incorrectPIN(attemptsLeftInRound: 3, isFinalRound: false)
        #expect(await test.refusal(of: request) == (isRight ? nil : wrong))
        #expect(verified.right + verified.wrong == 1)
        #expect(try await test.tryPIN(&phone, right: true) == nil)
        #expect(try await test.account(of: phone).attempts == 0)
    }

    @Test(arguments: UnlockKind.allCases, [true, false])
    func `a late COMMIT counts no unverified PIN`(_ kind: UnlockKind, isCancelled: Bool) async throws {
        let former = try TestProvider()
        let sqlite = try SQLiteAccountStore(
            path: former.directory.path("held.sqlite"), timeouts: .patient, clock: { [clock = former.clock] in clock.now })
        let test = TestProvider(former, on: sqlite, observe: { [verified] in verified.add($0) })
        var phone = try await test.registeredPhone(isWarm: kind.isWarm)
        let request = try await request(isRight: kind.isRight, &phone, test)
        let commit = HeldCommit(hold)
        try await sqlite.writing { database, _ in database.add(transactionObserver: commit, extent: .databaseLifetime) }
        #expect(await refusalWhileHeld(request, by: test, isCancelled: isCancelled) == .unavailable)
        try await check(request, kind, &phone, test)
    }

    @Test(arguments: [false, true])
    func `a PIN verified after its request was answered is logged alone, with the request's correlation id`(_ isWarm: Bool) async throws {
        let former = try TestProvider()
        let sqlite = try SQLiteAccountStore(
            path: former.directory.path("held.sqlite"), timeouts: .patient, clock: { [clock = former.clock] in clock.now })
        let test = TestProvider(former, on: sqlite)
        var phone = try await test.registeredPhone(isWarm: isWarm)
        let body = try await request(isRight: false, &phone, test).encode()
        let commit = HeldCommit(hold)
        try await sqlite.writing { database, _ in database.add(transactionObserver: commit, extent: .databaseLifetime) }
        let (log, work) = (LogRecorder(), OngoingWork())
        let routes = ProviderRoutes(
            provider: test.provider, limiter: RequestLimiter(.none), timeouts: timeouts, logger: log.logger,
            correlationID: { "00000000000000ff" }, work: work)
        hold.next()
        let status = await work.run { [clock, hold, timeouts] in
            try? await Application(router: routes.router(), logger: log.logger).test(.router) { client in
                try await withThrowingTaskGroup(of: Int.self) { group in
                    group.addTask {
                        try await client.execute(
                            uri: Endpoint.instruction(.checkPIN).path, method: .post, body: ByteBuffer(bytes: body)
                        ) { $0.status.code }
                    }
                    await hold.isHolding()
                    clock.advance(by: timeouts.answer)
                    let status = try await group.next()
                    hold.release()
                    return status
                }
            }
        }
        #expect(status == 503)
        #expect(test.store.calls == UnlockKind(isRight: false, isWarm: isWarm).calls)
        let lines = log.lines.filter { $0.contains("pin_") }
        #expect(lines.count == 1)
        for part in ["PIN verified late", "pin_right=false", "pin_attempt=1", "correlation_id=00000000000000ff"] {
            #expect(lines.first?.contains(part) == true)
        }
        #expect(lines.first?.contains("route=") == false)
    }

    @Test(arguments: UnlockKind.allCases, [true, false])
    func `a late journal counts no unverified PIN`(_ kind: UnlockKind, isUsed: Bool) async throws {
        let stage = try JournalStage()
        let former = try TestProvider()
        let sqlite = try SQLiteAccountStore(
            path: former.directory.path("held.sqlite"), timeouts: .patient, clock: { [clock = former.clock] in clock.now })
        let journals = try await stage.open(write: { [hold] in
            hold.pass()
            try $0.write(contentsOf: $1)
        })
        let store = WitnessedStore(
            sqlite, journal: journals, ledger: journals.takeLedger(), ownWallets: [], clock: { [clock = former.clock] in clock.now })
        let test = TestProvider(former, on: store, observe: { [verified] in verified.add($0) })
        var phone = try await test.registeredPhone()
        // The journal has the wallet, but this provider does not know its key.
        if isUsed { #expect(try await test.replica.tryPIN(&phone, right: true) == nil) }
        if kind.isWarm { try await test.warmUp(&phone) }
        let request = try await request(isRight: kind.isRight, &phone, test)
        // A known account's reservation is written at the same time.
        let reserved: @Sendable () async -> Void = { [walletID = phone.walletID] in
            while (try? await sqlite.account(of: walletID)?.attempts) != 1 {}
        }
        #expect(await refusalWhileHeld(request, by: test, beside: reserved) == .unavailable)
        try await check(request, kind, &phone, test)
        await journals.close()
    }
}
