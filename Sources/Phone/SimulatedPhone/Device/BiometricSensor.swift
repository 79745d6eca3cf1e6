// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import Synchronization

/// The phone's sensor for face or fingerprint, operated by the person at the phone. A scan waits until they present a face or finger or close the
/// prompt.
package final class BiometricSensor: Sendable {
    /// The outcome of a scan.
    enum Outcome: Sendable, Equatable {
        case match
        case noMatch
        /// The mismatch that locks the sensor, on platforms that report it separately.
        case lastNoMatch
        case cancelled
        /// The app left the foreground, or is not in it.
        case interrupted
        case lockedOut
    }

    /// The visible state of the sensor.
    package struct Status: Sendable, Hashable {
        /// The reason that the prompt shows while a scan waits; nil when no scan waits.
        package var prompt: String?
        /// True after five failures; the phone's passcode unlocks the sensor.
        package var isLockedOut: Bool
    }

    /// The number of consecutive mismatches that lock the sensor.
    package static let permittedFailures = 5
    /// True if the scan that locks the sensor reports it, as on Android; an iPhone reports a plain mismatch.
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
    private let broadcast = ObservedValue(Status(isLockedOut: false))

    /// Creates a sensor that is not in use.
    ///
    /// - Parameter tellsLastFailure: true if the scan that locks the sensor reports it, as on Android.
    package init(tellsLastFailure: @escaping @Sendable @autoclosure () -> Bool = false) {
        self.tellsLastFailure = tellsLastFailure
    }

    // MARK: User interface

    package var status: Status { broadcast.value }

    /// Streams the status, now and after every change, to any number of observers. A slow observer sees only the newest status.
    package func statusChanges() -> AsyncStream<Status> { broadcast.stream() }

    /// Presents the enrolled face or finger.
    ///
    /// - Returns: true if a scan was waiting.
    @discardableResult
    package func match() -> Bool { finish(.match) }

    /// Presents another face or finger.
    ///
    /// - Returns: true if a scan was waiting.
    @discardableResult
    package func noMatch() -> Bool { finish(.noMatch) }

    /// Closes the prompt.
    ///
    /// - Returns: true if a scan was waiting.
    @discardableResult
    package func cancel() -> Bool { finish(.cancelled) }

    /// Locks the sensor, as failed scans in other apps do. A waiting prompt closes.
    package func lockOut() {
        change { $0.failures = max($0.failures, Self.permittedFailures) }
        finish(.lockedOut)
    }

    /// Enters the phone's passcode and unlocks the sensor.
    package func enterPasscode() {
        change { $0.failures = 0 }
    }

    // MARK: Platform

    /// Records whether the app is in the foreground. When it leaves, its prompt closes, and no new prompt opens until it returns.
    func setAppOnGlass(_ isOnGlass: Bool) {
        change { $0.isAppOnGlass = isOnGlass }
        if !isOnGlass { finish(.interrupted) }
    }

    /// Shows the prompt and waits for the person. An earlier scan that still waits is closed.
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
                    // The cancel handler may have run already; then this is the only place that resumes.
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

    /// Ends the waiting scan, or only the scan with that number.
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
