// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import PlatformSupport
import Synchronization

/// The phone's sensor for face or fingerprint and the system's prompt for it, operated by the person at the phone. A prompt waits until the
/// person has presented a face or finger, or has left the prompt.
public final class BiometricSensor: Sendable {
    /// The outcome of a prompt.
    typealias Outcome = (ending: SensorEnding, shown: [BiometricPromptMessage])

    /// The visible state of the sensor.
    public struct Status: Sendable, Hashable {
        /// The open prompt; nil if there is none.
        public var prompt: SensorPrompt?
        /// True after five failures; the phone's passcode unlocks the sensor.
        public var isLockedOut: Bool
    }

    /// The number of consecutive mismatches that lock the sensor, from one prompt to the next.
    public static let permittedFailures = 5
    /// The phone, whose system has its own prompt.
    private let kind: @Sendable () -> PhoneKind

    private struct Waiting {
        let number: Int
        var prompt: SensorPrompt
        let continuation: CheckedContinuation<Outcome, Never>
    }

    private struct State {
        var waiting: Waiting?
        var nextNumber = 0
        var failures = 0
        var isAppOnGlass = false

        var isLockedOut: Bool { failures >= BiometricSensor.permittedFailures }
        var status: Status { Status(prompt: waiting?.prompt, isLockedOut: isLockedOut) }
    }

    private let state = Mutex(State())
    private let observedStatus = ObservedValue(Status(isLockedOut: false))

    /// Creates a sensor that is not in use.
    ///
    /// - Parameter kind: the kind of the phone, asked for each prompt.
    package init(of kind: @escaping @Sendable @autoclosure () -> PhoneKind = .iPhone) {
        self.kind = kind
    }

    // MARK: User interface

    /// The present status.
    public var status: Status { observedStatus.value }

    /// Streams the status, now and after every change, to any number of observers. A slow observer sees only the newest status.
    public func statusChanges() -> AsyncStream<Status> { observedStatus.stream() }

    /// Presents the enrolled face or finger.
    ///
    /// - Returns: true if the prompt scanned.
    @discardableResult
    public func match() -> Bool { answer { _ in .match } }

    /// Presents a face or finger that is not enrolled.
    ///
    /// - Returns: true if the prompt scanned.
    @discardableResult
    public func noMatch() -> Bool { answer { .mismatch(locks: $0 + 1 >= Self.permittedFailures) } }

    /// Presses the system's button for another try.
    ///
    /// - Returns: true if the prompt has one now.
    @discardableResult
    public func tryAgain() -> Bool { answer { _ in .anotherTry } }

    /// Presses the button for the app's alternative to the scan.
    ///
    /// - Returns: true if the prompt has one now.
    @discardableResult
    public func chooseFallback() -> Bool { answer { _ in .fallback } }

    /// Closes the prompt, or the message that it shows.
    ///
    /// - Returns: true if a prompt was shown.
    @discardableResult
    public func cancel() -> Bool { answer { _ in .close } }

    /// Locks the sensor, as failed scans in other apps do. A waiting prompt closes.
    public func lockOut() {
        change { $0.failures = max($0.failures, Self.permittedFailures) }
        finish(.lockedOut)
    }

    /// Enters the phone's passcode and unlocks the sensor.
    public func enterPasscode() {
        change { $0.failures = 0 }
    }

    // MARK: Platform

    /// Records whether the app is in the foreground. When it leaves, its prompt closes, and no new prompt opens until it returns.
    func setAppOnGlass(_ isOnGlass: Bool) {
        change { $0.isAppOnGlass = isOnGlass }
        if !isOnGlass { finish(.interrupted) }
    }

    /// Shows the prompt and waits for the person. An earlier prompt that still waits is closed.
    func run(_ texts: BiometricPrompt) async -> Outcome {
        finish(.cancelled)
        let prompt = SensorPrompt(texts, on: kind())
        let number = state.withLock { state in
            defer { state.nextNumber += 1 }
            return state.nextNumber
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let refusal: SensorEnding? = change { state in
                    if state.isLockedOut { return .lockedOut }
                    // The cancel handler may have run already; then this is the only place that resumes.
                    if Task.isCancelled || state.waiting != nil { return .cancelled }
                    if !state.isAppOnGlass { return .interrupted }
                    state.waiting = Waiting(number: number, prompt: prompt, continuation: continuation)
                    return nil
                }
                if let refusal { continuation.resume(returning: (refusal, [])) }
            }
        } onCancel: {
            finish(.cancelled, number)
        }
    }

    /// Gives the person's answer, made from the number of failures, to the waiting prompt.
    private func answer(_ make: @Sendable (_ failures: Int) -> SensorPrompt.Answer) -> Bool {
        let (isTaken, end): (Bool, (Outcome, CheckedContinuation<Outcome, Never>)?) = change { state in
            guard var waiting = state.waiting else { return (false, nil) }
            let answer = make(state.failures)
            let step = waiting.prompt.take(answer, isLockedOut: state.isLockedOut)
            guard step != .ignored else { return (false, nil) }
            switch answer {
            case .match: state.failures = 0
            case .mismatch: state.failures += 1
            case .anotherTry, .fallback, .close: break
            }
            guard case .ends(let ending) = step else {
                state.waiting = waiting
                return (true, nil)
            }
            state.waiting = nil
            return (true, ((ending, waiting.prompt.messages), waiting.continuation))
        }
        if let (outcome, continuation) = end { continuation.resume(returning: outcome) }
        return isTaken
    }

    /// Ends the waiting prompt, or only the prompt with that number.
    private func finish(_ ending: SensorEnding, _ number: Int? = nil) {
        let waiting = change { state -> Waiting? in
            guard let waiting = state.waiting, number == nil || waiting.number == number else { return nil }
            state.waiting = nil
            return waiting
        }
        waiting?.continuation.resume(returning: (ending, waiting?.prompt.messages ?? []))
    }

    private func change<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
        state.withLock { state in
            let value = body(&state)
            observedStatus.set(state.status)
            return value
        }
    }
}
