// SPDX-License-Identifier: EUPL-1.2

/// The app's texts in the system's prompt for a face or finger, in the user's language. The system adds its own, such as "Not recognised".
public struct BiometricPrompt: Sendable, Hashable, Codable {
    /// The heading of the prompt. iOS shows no heading.
    public let title: String
    /// The purpose of the scan, in one sentence.
    public let reason: String
    /// The label of the button that leaves the prompt for an alternative, such as the PIN.
    public let fallback: String

    /// Creates the texts of a prompt.
    public init(title: String, reason: String, fallback: String) {
        self.title = title
        self.reason = reason
        self.fallback = fallback
    }
}

/// The outcome of one prompt: its messages, and how it ended.
public struct BiometricPromptResult: Sendable, Hashable, Codable {
    /// The messages after mismatches, in order. Empty if there was no mismatch, and on a system that does not report messages, such as iOS.
    public let shown: [BiometricPromptMessage]
    /// The end of the prompt.
    public let ending: BiometricPromptEnding

    /// Creates an outcome.
    public init(_ ending: BiometricPromptEnding, after shown: [BiometricPromptMessage] = []) {
        self.ending = ending
        self.shown = shown
    }
}

/// The end of a prompt.
@nonexhaustive public enum BiometricPromptEnding: Sendable, Hashable, Codable {
    /// The scan matched: a signature over the nonce (ASN.1 DER, ECDSA/SHA-256).
    case signed([UInt8])
    /// The user closed the prompt, or the caller was cancelled. The key stays.
    case cancelled
    /// The user chose the app's alternative to the scan, such as the PIN.
    case fallback
    /// The system ended the prompt after mismatches, without a choice of the user; the sensor is not locked.
    case notRecognised
    /// The sensor is locked after too many mismatches, in this prompt or earlier.
    case lockedOut
    /// A face or finger was added or removed after the key was created; the system has deleted the key.
    case enrolmentChanged
    /// The system closed the prompt, or did not show it, because the app is not in the foreground. No scan took place.
    case interrupted
    /// There is no key, no sensor or no enrolment.
    case unavailable
    /// The phone does not give access to its keys before its user unlocks it. No scan took place, and the key may well exist.
    case notAvailableYet
    /// The phone's key store or sensor failed, or the prompt did not end in time. The user has decided nothing, and the key may well exist.
    case failed
}
