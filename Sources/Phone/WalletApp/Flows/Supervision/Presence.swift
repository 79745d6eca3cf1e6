// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import PlatformSupport

/// The app's presence in the foreground, as the operating system reports it.
struct Presence: Sendable, Equatable {
    /// The longest wait in the foreground, in seconds, for a report of the system.
    static let patience: TimeInterval = 10

    /// True after the app has left the foreground, until it returns.
    private(set) var isAway = false
    /// The number of times that the app has returned to the foreground.
    private(set) var resumes = 0
    /// The number of times that the phone has reported its unlock.
    private(set) var phoneUnlocks = 0
    /// The number of times that the app has received the user's attention.
    private var activations = 0
    /// The number of returns when the app last left the foreground.
    private var returnsBefore = 0

    /// The number of reports that the app is back or the phone unlocked.
    var returns: Int { resumes + activations + phoneUnlocks }

    /// Takes note of an event of the operating system.
    mutating func note(_ event: AppLifecycleEvent) {
        switch event {
        case .didEnterBackground: (isAway, returnsBefore) = (true, returns)
        case .willEnterForeground: (isAway, resumes) = (false, resumes + 1)
        case .didBecomeActive: (isAway, activations) = (false, activations + 1)
        case .protectedDataDidBecomeAvailable: phoneUnlocks += 1
        default: break
        }
    }

    /// True if a return was reported since an earlier moment, and the app has not left the foreground afterwards.
    ///
    /// - Parameter seen: the number of returns at that moment.
    func isBack(since seen: Int) -> Bool { returns > max(seen, returnsBefore) }
}

extension Supervision {
    /// Waits until the app has returned to the foreground.
    ///
    /// - Parameter seen: the number of resumes at an earlier moment.
    /// - Throws: `CancellationError`.
    func resumed(since seen: Int) async throws { try await wait { $0.resumes != seen } }

    /// Waits until the phone reports its unlock.
    ///
    /// - Parameter seen: the number of unlocks at an earlier moment.
    /// - Throws: `CancellationError`.
    func phoneUnlocked(since seen: Int) async throws { try await wait { $0.phoneUnlocks != seen } }

    private func wait(until isReached: (Presence) -> Bool) async throws {
        var now = presence.value
        while !isReached(now) { now = try await presence.next(otherThan: now) }
    }

    /// Waits until a prompt that the system has closed can be shown again: until the app is back or the phone unlocked. An app that never
    /// left the foreground may get no report, so it waits for ten seconds at most.
    ///
    /// - Parameters:
    ///   - seen: the number of returns when the prompt was shown.
    ///   - steady: monotonic time.
    /// - Returns: false if the app stayed in the foreground without a report.
    /// - Throws: `CancellationError`.
    func hasReturned(since seen: Int, by steady: SteadyTime) async throws -> Bool {
        let deadline = steady.now().addingTimeInterval(Presence.patience)
        var now = presence.value
        while !now.isBack(since: seen) {
            if now.isAway {
                now = try await presence.next(otherThan: now)
            } else {
                guard let changed = try await presence(otherThan: now, until: deadline, by: steady) else { return false }
                now = changed
            }
        }
        return true
    }

    /// Waits until the presence differs from the one that was seen.
    ///
    /// - Returns: nil if it is the same at the deadline.
    private func presence(otherThan seen: Presence, until deadline: Date, by steady: SteadyTime) async throws -> Presence? {
        try await withThrowingTaskGroup(of: Presence?.self) { group in
            group.addTask { [presence] in try await presence.next(otherThan: seen) }
            group.addTask {
                // Nothing on the glass takes input, so a clock that does not wait must not hold the flow.
                try await steady.passes(deadline)
                return nil
            }
            defer { group.cancelAll() }
            guard let first = try await group.next() else { return nil }
            return first
        }
    }
}
