// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import Testing
import WalletInterface

@testable import WalletApp

/// The fetch of a request, which links can begin again while it runs.
@Suite(.timeLimit(.minutes(5)))
struct SharingRequestsTests {
    private let requests = SharingRequests()
    private let core = SlowCore()

    /// Begins a fetch, and another one while the first waits for the organization.
    private func fetch(_ first: UniversalLink, then second: UniversalLink) async throws -> SharingState? {
        let (requests, core) = (requests, core)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await requests.serve(core) }
            defer { group.cancelAll() }
            requests.start(first, arrivedBy: .sameDevice)
            _ = try await core.starts.next(otherThan: 0)
            requests.start(second, arrivedBy: .sameDevice)
            core.hasAnswered.set(true)
            return try await requests.take()
        }
    }

    @Test func `a link that is opened twice is fetched once, and its session stays`() async throws {
        let link = try UniversalLink.sample(.disclosure)
        #expect(try await fetch(link, then: link) != nil)
        #expect(core.starts.value == 1 && core.stops.value == 0)
    }

    @Test func `another link takes the place of a fetch, whose session is ended`() async throws {
        let state = try await fetch(try .sample(.disclosure), then: try .sample(.disclosureBasedIssuance))
        #expect(state != nil)
        #expect(core.starts.value == 2 && core.stops.value == 1)
    }

    @Test func `a result that nobody takes is forgotten, and a fetch that runs is not`() async throws {
        let (requests, core) = (requests, core)
        let link = try UniversalLink.sample(.disclosure)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await requests.serve(core) }
            defer { group.cancelAll() }
            requests.start(link, arrivedBy: .sameDevice)
            _ = try await core.starts.next(otherThan: 0)
            requests.forgetResult()
            core.hasAnswered.set(true)
            let steady = SteadyTime(now: { PhoneClock.start }, sleep: { _ in _ = try await ObservedValue(0).next(otherThan: 0) })
            #expect(try await requests.early(by: steady) != nil)
            requests.forgetResult()
            #expect(try await requests.take() == nil)
        }
        #expect(core.stops.value == 0)
    }

    /// Begins a fetch that no flow wants any more when it ends with a lock, and then another.
    private func fetchAfterLock(_ core: LockedCore) async throws -> SharingState? {
        let requests = requests
        let (first, second) = (try UniversalLink.sample(.disclosure), try UniversalLink.sample(.disclosureBasedIssuance))
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await requests.serve(core) }
            defer { group.cancelAll() }
            requests.start(first, arrivedBy: .sameDevice)
            _ = try await core.starts.next(otherThan: 0)
            requests.drop()
            requests.start(second, arrivedBy: .sameDevice)
            core.isLocked.set(true)
            return try await requests.take()
        }
    }

    @Test func `an unwanted session that a lock has left in the core is ended before the next fetch`() async throws {
        let core = LockedCore(isAnswered: false)
        #expect(try await fetchAfterLock(core) != nil)
        #expect(core.starts.value == 3 && core.stops.value == 1)
    }

    @Test func `an answer that waits in the core is not ended by a fetch`() async throws {
        let core = LockedCore(isAnswered: true)
        await #expect(throws: WalletCoreError(.sharing(.busy), "scripted")) { try await fetchAfterLock(core) }
        #expect(core.starts.value == 2 && core.stops.value == 0)
    }

    @Test func `after a stop the same link is fetched again`() async throws {
        let link = try UniversalLink.sample(.disclosure)
        requests.start(link, arrivedBy: .sameDevice)
        requests.drop()
        #expect(try await requests.take() == nil)
        core.hasAnswered.set(true)
        #expect(try await fetch(link, then: link) != nil)
    }
}

/// A core whose organization answers when the test says so.
private final class SlowCore: UnlockedSharingCalls {
    let starts = ObservedValue(0)
    let stops = ObservedValue(0)
    let hasAnswered = ObservedValue(false)

    func sharingState() async throws -> SharingState { .none }

    func startSharing(_ link: UniversalLink, arrivedBy arrival: SharingArrival) async throws -> SharingState {
        starts.change { $0 += 1 }
        _ = try await hasAnswered.next(otherThan: false)
        return .none
    }

    func approveSharing(_ approval: SharingApproval, pin: PIN) async throws -> PINCheck { .outcomeUnknown }

    func sendSharing() async throws -> SharingOutcome { .mayHaveArrived }

    func stopSharing() async throws -> SharingReturn {
        stops.change { $0 += 1 }
        return SharingReturn(address: nil)
    }
}

/// A core that is locked during its first fetch, which leaves a session until that is stopped.
private final class LockedCore: UnlockedSharingCalls {
    let starts = ObservedValue(0)
    let stops = ObservedValue(0)
    let isLocked = ObservedValue(false)
    /// True if the session that is left has an answer.
    let isAnswered: Bool

    init(isAnswered: Bool) { self.isAnswered = isAnswered }

    func sharingState() async throws -> SharingState { isAnswered ? .answered(.sample()) : .offered(.sample()) }

    func startSharing(_ link: UniversalLink, arrivedBy arrival: SharingArrival) async throws -> SharingState {
        let number = starts.change { starts -> Int in
            starts += 1
            return starts
        }
        guard number > 1 else {
            _ = try await isLocked.next(otherThan: false)
            throw WalletCoreError(.locked, "scripted")
        }
        guard stops.value > 0 else { throw WalletCoreError(.sharing(.busy), "scripted") }
        return .none
    }

    func approveSharing(_ approval: SharingApproval, pin: PIN) async throws -> PINCheck { .outcomeUnknown }

    func sendSharing() async throws -> SharingOutcome { .mayHaveArrived }

    func stopSharing() async throws -> SharingReturn {
        stops.change { $0 += 1 }
        return SharingReturn(address: nil)
    }
}
