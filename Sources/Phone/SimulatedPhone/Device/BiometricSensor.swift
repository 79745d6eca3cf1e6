// SPDX-License-Identifier: EUPL-1.2

import Synchronization

/// The phone's sensor for face or finger, operated by the person beside the phone: a scan waits until they show one or close the prompt.
package final class BiometricSensor: Sendable {
    /// What became of a scan.
    enum Outcome: Sendable, Equatable {
        case match
        case noMatch
        /// The last wrong one that was permitted, where the platform tells it from the others.
        case lastNoMatch
        case cancelled
        /// The app left the glass, or is not on it.
        case interrupted
        case lockedOut
    }

    /// What can be seen of the sensor.
    package struct Status: Sendable, Hashable {
        /// The reason that the prompt shows while a scan waits; nil when none does.
        package var prompt: String?
        /// Whether five failures have locked it; the phone's passcode opens it again.
        package var isLockedOut: Bool
    }

    /// How many faces or fingers in a row may be wrong.
    package static let permittedFailures = 5
    /// Whether the scan that locks it says so: Android's does, an iPhone's is one more that was not recognised.
    private let tellsLastFailure: @Sendable () -> Bool

    private struct State {
        var scan: (number: Int, prompt: String, continuation: CheckedContinuation<Outcome, Never>)?
        var nextScan = 0
        var failures = 0
        var isAppOnGlass = false

        var status: Status {
            Status(prompt: scan?.prompt, isLockedOut: failures >= BiometricSensor.permittedFailures)
        }
    }

    private let state = Mutex(State())
    private let broadcast = Broadcast(Status(isLockedOut: false))

    /// A sensor that nobody uses yet.
    ///
    /// - Parameter tellsLastFailure: whether the scan that locks it says so: Android's way.
    package init(tellsLastFailure: @escaping @Sendable @autoclosure () -> Bool = false) {
        self.tellsLastFailure = tellsLastFailure
    }

    // MARK: What the person sees and does

    /// The sensor now.
    package var status: Status { broadcast.value }

    /// The sensor now and after every change, for any number of observers. Who falls behind sees the newest.
    package func statusChanges() -> AsyncStream<Status> { broadcast.stream() }

    /// Shows the enrolled face or finger.
    ///
    /// - Returns: whether a scan was waiting.
    @discardableResult
    package func match() -> Bool { finish(.match) }

    /// Shows another face or finger.
    ///
    /// - Returns: whether a scan was waiting.
    @discardableResult
    package func noMatch() -> Bool { finish(.noMatch) }

    /// Closes the prompt.
    ///
    /// - Returns: whether a scan was waiting.
    @discardableResult
    package func cancel() -> Bool { finish(.cancelled) }

    /// Shows so many wrong faces or fingers elsewhere that the sensor is locked; a prompt that waits is closed.
    package func lockOut() {
        change { $0.failures = max($0.failures, Self.permittedFailures) }
        finish(.lockedOut)
    }

    /// Types the phone's own passcode: the sensor works again.
    package func enterPasscode() {
        change { $0.failures = 0 }
    }

    // MARK: What the platform does

    /// Tells the sensor whether the app is on the glass. When it leaves, its prompt is closed, and it gets none until it is back.
    func setAppOnGlass(_ isOnGlass: Bool) {
        change { $0.isAppOnGlass = isOnGlass }
        if !isOnGlass { finish(.interrupted) }
    }

    /// Shows the prompt and waits for the person. A scan that waits already is closed.
    func scan(prompt: String) async -> Outcome {
        finish(.cancelled)
        let number = state.withLock { state in
            defer { state.nextScan += 1 }
            return state.nextScan
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let refusal: Outcome? = change { state in
                    if state.status.isLockedOut { return .lockedOut }
                    // The cancel handler may have run already; then nobody else would resume.
                    if Task.isCancelled || state.scan != nil { return .cancelled }
                    if !state.isAppOnGlass { return .interrupted }
                    state.scan = (number, prompt, continuation)
                    return nil
                }
                if let refusal { continuation.resume(returning: refusal) }
            }
        } onCancel: {
            finish(.cancelled, number)
        }
    }

    /// Ends the scan that waits, or only the one with that number.
    @discardableResult
    private func finish(_ outcome: Outcome, _ number: Int? = nil) -> Bool {
        typealias Ending = (outcome: Outcome, continuation: CheckedContinuation<Outcome, Never>)
        let ending = change { state -> Ending? in
            guard let scan = state.scan, number == nil || scan.number == number else { return nil }
            switch outcome {
            case .match: state.failures = 0
            case .noMatch: state.failures += 1
            case .lastNoMatch, .cancelled, .interrupted, .lockedOut: break
            }
            state.scan = nil
            let isLast = tellsLastFailure() && outcome == .noMatch && state.status.isLockedOut
            return (isLast ? .lastNoMatch : outcome, scan.continuation)
        }
        guard let ending else { return false }
        ending.continuation.resume(returning: ending.outcome)
        return true
    }

    private func change<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
        state.withLock { state in
            let value = body(&state)
            broadcast.set(state.status)
            return value
        }
    }
}
