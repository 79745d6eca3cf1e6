// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Deadlines
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import ProviderProtocol
import ServerKit
import Synchronization
import TestEnvironment
import Testing
import WalletProvider
import WalletProviderHTTP

/// A slow database and HSM: the time for all calls of a request does not add up beyond its deadline.
struct SlowPartsTests {
    let test: TestProvider
    let clock = ManualClock()
    /// The limits of an installation, on the test's clock.
    let timeouts: Timeouts
    /// Counts the verified PINs.
    let verified = VerifiedPINs()

    final class VerifiedPINs: Sendable {
        private let state = Mutex((right: 0, wrong: 0))

        var right: Int { state.withLock { $0.right } }
        var wrong: Int { state.withLock { $0.wrong } }

        /// Resets the count and returns the previous value.
        func reset() -> Int {
            state.withLock { state in
                defer { state = (0, 0) }
                return state.right + state.wrong
            }
        }

        func add(_ event: ProviderEvent) {
            guard case .pinVerified(let isRight, _) = event else { return }
            state.withLock { state in if isRight { state.right += 1 } else { state.wrong += 1 } }
        }
    }

    init() throws {
        timeouts = .production.measured(by: clock)
        test = try TestProvider(observe: { [verified] in verified.add($0) })
    }

    /// Runs a request while each call takes this long, and waits for the work that continues after its answer.
    ///
    /// - Returns: the result and the time until the answer.
    func slowly<Value: Sendable>(
        _ time: Int, isDoneLate: Bool = true, late: Value, _ body: @escaping @Sendable () async -> Value
    ) async -> (value: Value, took: Duration) {
        let deadline = timeouts.deadline()
        let slowness = Slowness(time: .milliseconds(time), clock: clock, deadline: deadline, isDoneLate: isDoneLate)
        test.store.slow(slowness)
        test.hsm.slow(slowness)
        defer {
            test.store.slow(nil)
            test.hsm.slow(nil)
        }
        let start = clock.now
        let work = OngoingWork()
        return await work.run {
            let value = await Deadline.$current.withValue(deadline) { await work.awaitResult(orLate: { late }, body) }
            return (value, start.duration(to: clock.now))
        }
    }

    func slowRefusal(
        of request: ProviderRequest, _ time: Int, isDoneLate: Bool = true
    ) async -> (problem: ProviderProblem?, took: Duration) {
        let (problem, took) = await slowly(time, isDoneLate: isDoneLate, late: ProviderProblem?.some(.unavailable)) { [test] in
            await test.refusal(of: request)
        }
        return (problem, took)
    }

    static let milliseconds = [0, 50, 150, 210, 240, 300, 345, 430, 570, 700, 860, 1690, 1700, 30_000]

    @Test(arguments: milliseconds, [true, false])
    func `every instruction with a right PIN is done or unavailable in time, and its attempt is not counted`(
        _ each: Int, isDoneLate: Bool
    ) async throws {
        let instructions: [Instruction] = [
            .checkPIN, .startPINChange, .settlePINChange, .walletStatus, .performIssuance, .deleteKeys, .attestWallet, .previewIssuance,
            .deregister,
        ]
        for instruction in instructions {
            var phone = try await test.registeredPhone()
            let request = try await test.sample(instruction, from: &phone, pinKey: phone.pinKey)
            let (problem, took) = await slowRefusal(of: request, each, isDoneLate: isDoneLate)
            #expect([nil, .unavailable].contains(problem), "\(instruction)")
            #expect(took <= timeouts.answer, "\(instruction)")
            #expect(try await test.account(of: phone).attempts == 0, "\(instruction)")
            // The same bytes in a healthy state: carried out now, carried out before, or rejected for good.
            let later = await test.refusal(of: request)
            #expect(problem == nil ? later == nil : [nil, .instructionRejected].contains(later), "\(instruction)")
        }
    }

    @Test func `a right PIN with a late answer was accepted, and a retry gets the answer`() async throws {
        var phone = try await test.registeredPhone()
        let request = try phone.checkPIN(try await test.beacon())
        // Seven calls complete in time, and the eighth, which writes the answer, reaches the deadline.
        let (problem, _) = await slowRefusal(of: request, 240)
        #expect([nil, .unavailable].contains(problem))
        #expect(verified.right == 1)
        #expect(await test.refusal(of: request) == nil)
        #expect(verified.right == 1)
    }

    @Test func `a right PIN never blocks a wallet because of slow parts`() async throws {
        var phone = try await test.registeredPhone()
        for each in stride(from: 200, to: 400, by: 10) {
            let request = try phone.checkPIN(try await test.beacon())
            _ = await slowRefusal(of: request, each)
            #expect(try await test.account(of: phone).attempts == 0)
        }
        #expect(try await test.tryPIN(&phone, right: true) == nil)
    }

    // MARK: Unknown outcomes and uncounted attempts

    @Test(arguments: milliseconds, [true, false])
    func `a wrong PIN is answered in time or not at all, and counts if it was verified`(_ each: Int, isDoneLate: Bool) async throws {
        var phone = try await test.registeredPhone()
        let request = try phone.checkPIN(try await test.beacon(), pinKey: P256.Signing.PrivateKey())
        let wrong = ProviderProblem.incorrectPIN(attemptsLeftInRound: 3, isFinalRound: false)
        let (problem, took) = await slowRefusal(of: request, each, isDoneLate: isDoneLate)
        #expect([wrong, .unavailable].contains(problem))
        #expect(took <= timeouts.answer)
        #expect(problem != wrong || verified.wrong == 1)
        #expect(try await test.account(of: phone).attempts == verified.wrong)
        // The same bytes get the same verdict and count once.
        #expect(await test.refusal(of: request) == wrong)
        #expect(verified.wrong == 1)
        #expect(try await test.account(of: phone).attempts == 1)
    }

    @Test(arguments: milliseconds)
    func `a registration is complete or absent, and a retry completes it`(_ each: Int) async throws {
        var phone = TestPhone()
        let challenge = try await test.enroll(&phone)
        let request = try phone.registration(challenge: challenge, by: test.authority, now: test.clock.now)
        let late = Result<Void, any Error>.failure(ProviderProblem.unavailable)
        let (answer, took) = await slowly(each, late: late) { [test] () async -> Result<Void, any Error> in
            do { return .success(_ = try await test.register(request)) } catch { return .failure(error) }
        }
        #expect(took <= timeouts.answer)
        if case .failure(let error) = answer { #expect(error as? ProviderProblem == .unavailable) }
        phone.certificate = try await test.register(request).certificate
        #expect(try test.count("account") == 1)
        #expect(try await test.tryPIN(&phone, right: true) == nil)
    }

    @Test func `no part is called after the deadline`() async throws {
        var phone = try await test.registeredPhone()
        let request = try phone.checkPIN(try await test.beacon(), pinKey: P256.Signing.PrivateKey())
        let before = try await test.account(of: phone)
        let (problem, took) = await slowly(1, late: ProviderProblem?.some(.unavailable)) { [test, clock, timeouts] in
            clock.advance(by: timeouts.answer)
            return await test.refusal(of: request)
        }
        #expect(problem == .unavailable)
        #expect(took == timeouts.answer)
        #expect(try await test.account(of: phone).sequenceNumber == before.sequenceNumber)
        #expect(verified.wrong == 0)
    }

    @Test(arguments: [1700, 30_000])
    func `a beacon whose key the HSM derives too slowly is unavailable in time, and the next one is issued`(_ each: Int) async throws {
        let (isIssued, took) = await slowly(each, late: false) { [test] in (try? await test.provider.beacon()) != nil }
        #expect(!isIssued)
        #expect(took <= timeouts.answer)
        #expect(try await !test.provider.beacon().isEmpty)
    }

    @Test func `every endpoint that needs slow parts answers 503 with the protocol's problem`() async throws {
        var phone = try await test.registeredPhone()
        // From a replica, so that this provider has no key for beacons yet.
        let beacon = try await TestProvider(test, on: test.store).beacon()
        let (pin, next) = (try phone.checkPIN(beacon), try phone.message(.walletStatus, beacon))
        let slowness = Slowness(time: .milliseconds(1200), clock: clock)
        let routes = ProviderRoutes(
            provider: test.provider, limiter: RequestLimiter(.none), timeouts: timeouts, logger: Logger(label: "test"))
        let requests: [(HTTPRequest.Method, String, [UInt8])] = [
            (.post, Endpoint.instruction(.checkPIN).path, pin.encode()), (.post, Endpoint.instruction(.walletStatus).path, next.encode()),
            (.post, Endpoint.enroll.path, Array("{}".utf8)), (.get, Endpoint.keys.path, []),
            (.get, Endpoint.statusList(number: "1").path, []),
        ]
        test.store.slow(slowness)
        test.hsm.slow(slowness)
        try await Application(router: routes.router(), logger: Logger(label: "test")).test(.router) { [clock, timeouts] client in
            for (method, path, body) in requests {
                let start = clock.now
                try await client.execute(uri: path, method: method, body: ByteBuffer(bytes: body)) { response in
                    #expect(response.status == .serviceUnavailable, "\(path)")
                    #expect(response.headers[.retryAfter] == "2", "\(path)")
                    let problem = try ProviderProblem(parsing: Array(response.body.readableBytesView), status: 503)
                    #expect(problem == .unavailable, "\(path)")
                }
                #expect(start.duration(to: clock.now) <= timeouts.answer, "\(path)")
            }
        }
        test.store.slow(nil)
        test.hsm.slow(nil)
        #expect(try await test.account(of: phone).attempts == 0)
        #expect(await test.refusal(of: pin) == nil)
    }
}
