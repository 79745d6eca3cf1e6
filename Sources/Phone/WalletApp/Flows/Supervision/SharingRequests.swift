// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import Synchronization
import WalletInterface

/// The fetch of a request for data. It begins where a link or a QR code was read (PF2.7/1.3, UC9.9/1.5) and continues in UC5.1/1.1, so
/// no use case owns it: a request is fetched once.
final class SharingRequests: Sendable {
    /// A link or QR code whose request is to be fetched.
    struct Request: Sendable, Equatable {
        /// Counts the fetches.
        let number: Int
        let link: UniversalLink
        let arrival: SharingArrival
    }

    /// The newest fetch.
    private enum Progress: Sendable, Equatable {
        /// There is none, or its result was taken.
        case none
        case running(Request)
        case ended(Request, Result<SharingState, WalletCoreError>)
    }

    /// The time for a request to be there while its link is resolved, in seconds. PF2.7/1.3 and UC9.9/1.5 must end in 0.1 s.
    static let patience: TimeInterval = 0.08

    private let progress = ObservedValue(Progress.none)
    private let lastNumber = Mutex(0)
    private let isServed = Mutex(false)
    private let lastArrival = Mutex(SharingArrival.sameDevice)

    /// The way in which the newest request of this process came.
    var arrival: SharingArrival { lastArrival.withLock { $0 } }

    /// Begins a fetch, in place of an earlier one. The same link again, such as a second tap, continues its fetch: the request would not be
    /// served twice.
    func start(_ link: UniversalLink, arrivedBy arrival: SharingArrival) {
        let number = lastNumber.withLock { number in
            number += 1
            return number
        }
        lastArrival.withLock { $0 = arrival }
        progress.change { progress in
            if case .running(let request) = progress, request.link == link, request.arrival == arrival { return }
            progress = .running(Request(number: number, link: link, arrival: arrival))
        }
    }

    /// Forgets the fetch: the person has stopped. A session that still comes of it is ended.
    func drop() { progress.set(.none) }

    /// Forgets a result that no flow takes: it contains the person's data, and must not outlive its session.
    func forgetResult() {
        progress.change { progress in
            if case .ended = progress { progress = .none }
        }
    }

    /// Waits a moment for the request of the fetch that has begun.
    ///
    /// - Parameter steady: monotonic time.
    /// - Returns: nil if it is not there in time, or if the fetch failed. The result can still be taken.
    /// - Throws: `CancellationError`.
    func early(by steady: SteadyTime) async throws -> SharingState? {
        // Without a task that fetches, nothing comes.
        guard isServed.withLock({ $0 }) else { return nil }
        let deadline = steady.now().addingTimeInterval(Self.patience)
        return try await withThrowingTaskGroup(of: SharingState?.self) { group in
            group.addTask { try? await self.end().get() }
            group.addTask {
                try await steady.passes(deadline)
                return nil
            }
            defer { group.cancelAll() }
            guard let first = try await group.next() else { return nil }
            try Task.checkCancellation()
            return first
        }
    }

    /// Waits for the request and takes the result. After `locked` the fetch begins again with the next call: the core continues a session
    /// of the same link without fetching.
    ///
    /// - Returns: nil if there is no fetch, or its result was taken before.
    /// - Throws: the error of the fetch; `CancellationError`.
    func take() async throws -> SharingState? {
        if case .ended(let request, .failure(let error)) = progress.value, error.code == .locked {
            start(request.link, arrivedBy: request.arrival)
        }
        guard progress.value != .none else { return nil }
        let result = try await end()
        if case .failure(let error) = result, error.code == .locked { throw error }
        drop()
        return try result.get()
    }

    /// Waits for the end of the newest fetch.
    ///
    /// - Throws: `CancellationError`.
    private func end() async throws -> Result<SharingState, WalletCoreError> {
        var now = progress.value
        while true {
            if case .ended(_, let result) = now { return result }
            now = try await progress.next(otherThan: now)
        }
    }

    // MARK: For the supervisor

    /// Fetches the requests, one at a time, until the task is cancelled.
    func serve(_ core: any UnlockedSharingCalls) async {
        isServed.withLock { $0 = true }
        // True while the core may have a session that no flow wants: its fetch ended with a lock, during which none can be ended.
        var isUnwantedLeft = false
        while let request = try? await next() {
            guard var result = await fetch(request, core) else { return }
            if isUnwantedLeft, result.isBusy, await hasEndedUnanswered(core) {
                guard let again = await fetch(request, core) else { return }
                result = again
            }
            if !result.isLocked { isUnwantedLeft = false }
            let isWanted = progress.change { progress in
                guard progress == .running(request) else { return false }
                progress = .ended(request, result)
                return true
            }
            // The person has stopped before the core began.
            if !isWanted, case .success = result { _ = try? await core.stopSharing() }
            if !isWanted, result.isLocked { isUnwantedLeft = true }
        }
    }

    /// Fetches one request.
    ///
    /// - Returns: nil if the task was cancelled.
    private func fetch(_ request: Request, _ core: any UnlockedSharingCalls) async -> Result<SharingState, WalletCoreError>? {
        do {
            return .success(try await core.startSharing(request.link, arrivedBy: request.arrival))
        } catch let error as WalletCoreError {
            return .failure(error)
        } catch {
            guard !Task.isCancelled else { return nil }
            return .failure(WalletCoreError(.unexpected, "the fetch of a request failed"))
        }
    }

    /// Ends a session without an answer. An answer that was made is the person's to decide about.
    ///
    /// - Returns: true if it has ended.
    private func hasEndedUnanswered(_ core: any UnlockedSharingCalls) async -> Bool {
        do {
            if case .answered = try await core.sharingState() { return false }
            _ = try await core.stopSharing()
            return true
        } catch {
            return false
        }
    }

    private func next() async throws -> Request {
        var now = progress.value
        while true {
            if case .running(let request) = now { return request }
            now = try await progress.next(otherThan: now)
        }
    }
}

extension Result<SharingState, WalletCoreError> {
    /// True if the wallet was locked during the fetch. A session of the request may be in the core.
    fileprivate var isLocked: Bool { if case .failure(let error) = self { error.code == .locked } else { false } }

    /// True if another session lives in the core.
    fileprivate var isBusy: Bool { if case .failure(let error) = self { error.code == .sharing(.busy) } else { false } }
}
