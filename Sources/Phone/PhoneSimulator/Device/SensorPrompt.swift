// SPDX-License-Identifier: EUPL-1.2

public import PlatformSupport

/// The system's biometric prompt on the glass: the app's texts, and the present state of the prompt.
///
/// An iPhone asks after the first mismatch whether to try again, and offers the app's alternative after the second. An Android phone keeps
/// scanning after a mismatch, and reports when the sensor has locked.
public struct SensorPrompt: Sendable, Hashable {
    /// The part of the prompt that waits for the person.
    @nonexhaustive public enum Stage: Sendable, Hashable {
        /// The sensor waits for a face or finger.
        case scanning
        /// A message waits for its answer, or the sensor keeps scanning while it is shown.
        case message(BiometricPromptMessage.Kind)
    }

    /// The answer of a person.
    enum Answer: Sendable, Hashable {
        case match
        /// - locks: true if the mismatch locks the sensor.
        case mismatch(locks: Bool)
        case anotherTry, fallback, close
    }

    /// The result of an answer.
    enum Step: Sendable, Hashable {
        /// The prompt does not accept this answer at its present stage.
        case ignored
        case goesOn
        case ends(SensorEnding)
    }

    /// The app's texts.
    public let texts: BiometricPrompt
    /// The present stage.
    public private(set) var stage: Stage
    /// The messages with an answer.
    private(set) var answered: [BiometricPromptMessage] = []
    private let kind: PhoneKind

    package init(_ texts: BiometricPrompt, on kind: PhoneKind, at stage: Stage = .scanning) {
        self.texts = texts
        self.kind = kind
        self.stage = stage
    }

    /// The messages so far; the last message has no answer while it is shown.
    var messages: [BiometricPromptMessage] {
        if case .message(let kind) = stage { answered + [BiometricPromptMessage(kind)] } else { answered }
    }

    /// True while a face or finger can be presented.
    public var scans: Bool { stage == .scanning || stage == .message(.scansOn) }

    /// True if the prompt has a button for the app's alternative to the scan.
    public var offersFallback: Bool { stage == .message(.offersFallback) || kind == .android && scans }

    // MARK: Answers

    mutating func take(_ answer: Answer, isLockedOut: Bool) -> Step {
        switch (answer, stage) {
        case (.match, _) where scans:
            note(.anotherTry)
            return .ends(.match)
        case (.mismatch(let locks), _) where scans:
            note(.anotherTry)
            stage = .message(next(locks: locks))
            return .goesOn
        case (.anotherTry, .message(.asksToTryAgain)):
            note(.anotherTry)
            return isLockedOut ? .ends(.lockedOut) : .goesOn
        case (.fallback, _) where offersFallback:
            note(.fallback)
            return .ends(.fallback)
        case (.close, .message(.tellsLockout)):
            note(.close)
            stage = .message(.leavesFallback)
            return .goesOn
        case (.close, .message(.leavesFallback)), (.fallback, .message(.leavesFallback)):
            note(.fallback)
            return .ends(.lockedOut)
        case (.close, _):
            note(.close)
            return .ends(.cancelled)
        default: return .ignored
        }
    }

    /// Notes the answer to the present message, and scans.
    private mutating func note(_ choice: BiometricPromptMessage.Choice) {
        if case .message(let kind) = stage { answered.append(BiometricPromptMessage(kind, choice)) }
        stage = .scanning
    }

    private func next(locks: Bool) -> BiometricPromptMessage.Kind {
        switch kind {
        case .iPhone: answered.isEmpty ? .asksToTryAgain : .offersFallback
        case .android: locks ? .tellsLockout : .scansOn
        }
    }
}

/// The end of a prompt, without the key.
enum SensorEnding: Sendable, Hashable {
    case match, cancelled, fallback, lockedOut
    /// The app left the foreground, or was not in the foreground.
    case interrupted
}
