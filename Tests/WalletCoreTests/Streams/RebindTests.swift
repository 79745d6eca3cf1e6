// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import PlatformSupport
import ProviderProtocol
import Synchronization
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletCore

/// Rebinding a core: previous observers receive a lock and nothing more, and known values are requested again.
@Suite(.timeLimit(.minutes(20)))
struct RebindTests {
    private let phone: Phone
    private let core: Core

    init() async throws {
        phone = try Phone()
        core = try await phone.registered()
    }

    /// The state shared by a stream and its continuation, held weakly: it lives as long as either.
    private final class Shared {
        weak var storage: AnyObject?
        init(_ stream: some Any) throws {
            storage = try #require(
                Mirror(reflecting: stream).descendant("context", "storage") as? AnyObject, "an AsyncStream is made otherwise now")
        }
    }

    @Test func `after 10,000 binds to the five streams no task, continuation or observer is left`() async throws {
        let core = core
        var shared: [Shared] = []
        let living = Living()
        // 500 rounds of 20 binds, of which 19 have no observer that waits.
        for round in 0..<500 {
            let isSampled = round % 5 == 2
            try await core.bindUnobserved(times: isSampled ? 18 : 19)
            if isSampled {
                let (lock, configuration, policy, status, cards) = try await core.streams(byCalls: false)
                shared += [
                    try Shared(lock), try Shared(configuration), try Shared(policy), try Shared(status), try Shared(cards),
                ]
                await core.rebind()
            }
            // Streams of an earlier bind that had not ended would refuse these. The calls themselves, which read the store, are made occasionally.
            let (lock, configuration, policy, status, cards) = try await core.streams(byCalls: round.isMultiple(of: 5))
            // A sample of the observers is followed to the end.
            if round.isMultiple(of: 5) {
                shared += [
                    try Shared(lock), try Shared(configuration), try Shared(policy), try Shared(status), try Shared(cards),
                ]
            }
            // Some observers wait, and some have not started when the core is rebound.
            await withTaskGroup { group in
                group.addTask { await living.follow(lock) }
                group.addTask { await living.follow(configuration) }
                group.addTask { await living.follow(policy) }
                group.addTask { await living.follow(status) }
                group.addTask { await living.follow(cards) }
                await core.rebind()
            }
            #expect(living.count == 0)
        }
        #expect(await !core.isAnybodyObserving)
        #expect(shared.count == 1000 && shared.allSatisfy { $0.storage == nil })
    }

    @Test func `a previous observer receives a lock and then nothing more`() async throws {
        let stream = try await core.setLockStream()
        await core.rebind()
        let states = await stream.reduce(into: []) { $0.append($1) }
        #expect(states == [.unlocked, .locked(.rebound)])
        #expect(try await !core.isUnlocked())
    }

    @Test func `rebinding requests the status, the policy and the configuration again, as at a launch`() async throws {
        let (core, phone) = (core, phone)
        phone.provider.forgetRequests()
        @Sendable func asked() -> [Int] {
            [phone.provider.count(of: .walletStatus)]
                + [DocumentEndpoint.configuration, .updatePolicy].map { phone.provider.documents.validators(at: $0).count }
        }
        try await phone.whileRunning(core) {
            for times in 1...3 {
                try await eventually { asked().allSatisfy { $0 >= times } }
                let before = asked()
                await core.rebind()
                try await eventually { zip(asked(), before).allSatisfy { $0 > $1 } }
            }
        }
    }

    @Test func `rebinding during a status request leads to another, whose answer counts`() async throws {
        let (core, phone) = (core, phone)
        phone.provider.forgetRequests()
        let first = phone.provider.hold(.instruction(.walletStatus))
        let second = phone.provider.hold(.instruction(.walletStatus))
        try await phone.whileRunning(core) {
            await first.arrived.wait()
            await core.rebind()
            first.goesOn.set()
            await second.arrived.wait()
            #expect(core.statusQuestion.isOpen)
            second.goesOn.set()
            try await eventually { !core.statusQuestion.isOpen }
            #expect(core.answer(to: .walletStatus) == .known)
        }
        #expect(phone.provider.count(of: .walletStatus) == 2)
    }

    @Test func `a core that is not initialised can be bound`() async throws {
        let next = try await phone.process()
        await next.rebind()
        #expect(await !next.isInitialized())
        try await next.initialize()
        await next.rebind()
        #expect(try await !next.isUnlocked())
    }
}

/// Counts the followers of a stream.
private final class Living: Sendable {
    private let state = Mutex(0)

    var count: Int { state.withLock { $0 } }

    func follow<Value>(_ stream: AsyncStream<Value>) async {
        state.withLock { $0 += 1 }
        for await _ in stream {}
        state.withLock { $0 -= 1 }
    }
}

extension Core {
    /// Binds to the five streams and rebinds, in one call: on a busy machine each call waits for a thread.
    fileprivate func bindUnobserved(times: Int) throws {
        for _ in 0..<times {
            _ = try streams(byCalls: false)
            rebind()
        }
    }

    /// All five streams.
    fileprivate func streams(byCalls: Bool) throws -> (
        AsyncStream<LockState>, AsyncStream<AppConfiguration>, AsyncStream<UpdateVerdict>, AsyncStream<WalletStatus>, AsyncStream<Cards>
    ) {
        guard byCalls else {
            return (
                try lockState.observe(), try configurationState.observe(), try shared.updatePolicy.verdict.observe(),
                try shared.status.status.observe(),
                try shared.cards.cards.observe()
            )
        }
        return (
            try setLockStream(), try setConfigurationStream(), try setUpdatePolicyStream(), try setWalletStatusStream(),
            try setCardsStream()
        )
    }

    fileprivate var isAnybodyObserving: Bool {
        [
            lockState.isObserved, configurationState.isObserved, shared.updatePolicy.verdict.isObserved, shared.status.status.isObserved,
            shared.cards.cards.isObserved,
        ].contains(true)
    }
}
