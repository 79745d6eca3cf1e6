// SPDX-License-Identifier: EUPL-1.2

/// A message that the system showed in its prompt, and the user's answer.
public struct BiometricPromptMessage: Sendable, Hashable, Codable {
    /// The meaning of a message. The words are the system's.
    @nonexhaustive public enum Kind: String, Sendable, Hashable, Codable {
        /// Not recognised: the system stops and asks whether to try again, as an iPhone does at first (UC2.3/2.1).
        case asksToTryAgain
        /// Not recognised: the system offers the app's alternative and no further try, as an iPhone does next (UC2.3/3.1).
        case offersFallback
        /// Not recognised: the prompt keeps scanning, as on an Android phone (UC2.3/4.1).
        case scansOn
        /// The mismatch locked the sensor (UC2.3/5.1).
        case tellsLockout
        /// Only the app's alternative remains (UC2.3/5.2).
        case leavesFallback
    }

    /// The user's answer to a message.
    @nonexhaustive public enum Choice: String, Sendable, Hashable, Codable {
        /// A further try; in a prompt that keeps scanning, by presenting a face or finger.
        case anotherTry
        /// The app's alternative, such as the PIN.
        case fallback
        /// Closing the message.
        case close
    }

    /// The meaning of the message.
    public let kind: Kind
    /// The answer; nil if the prompt ended without an answer.
    public let choice: Choice?

    /// Creates a message and its answer.
    public init(_ kind: Kind, _ choice: Choice? = nil) {
        self.kind = kind
        self.choice = choice
    }
}
