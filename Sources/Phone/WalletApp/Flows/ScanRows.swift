// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import WalletInterface

/// The rows of UC2.3 that one prompt of the system has taken, read from its result.
struct ScanRows {
    /// The numbers of the rows, in order.
    let all: [String]
    /// True if the system told the user that the sensor is now locked.
    let explainLockout: Bool

    init(_ result: BiometricUnlockResult) {
        let messages = result.shown
        let ending = Self.isEnd(messages.last) && result.outcome != .unlocked ? [] : Self.ending(result.outcome)
        all =
            messages.enumerated().flatMap { number, message in
                Self.rows(message, isFollowed: number < messages.count - 1 || !ending.isEmpty)
            } + ending
        explainLockout = messages.contains { $0.kind == .tellsLockout }
    }

    /// Returns the rows of a message. After a message without an answer the prompt continues at 1.2.
    private static func rows(_ message: BiometricPromptMessage, isFollowed: Bool) -> [String] {
        let (before, step, answer): ([String], String, String?) =
            switch (message.kind, message.choice) {
            case (.asksToTryAgain, let choice): (["1.2b"], "2.1", choice.map { $0 == .anotherTry ? "b" : "a" })
            case (.offersFallback, let choice): (["1.2c"], "3.1", choice.map { $0 == .fallback ? "a" : "b" })
            case (.scansOn, let choice): (["1.2d"], "4.1", choice.map { $0 == .anotherTry ? "b" : "a" })
            case (.tellsLockout, let choice): (["1.2e"], "5.1", choice.map { _ in "a" })
            case (.leavesFallback, let choice): ([], "5.2", choice.map { _ in "a" })
            }
        let again = message.choice == .anotherTry || (message.choice == nil && isFollowed) ? ["1.2"] : []
        return before + [step] + (answer.map { [step + $0] } ?? []) + again
    }

    /// True if a prompt could only end at its last message.
    private static func isEnd(_ last: BiometricPromptMessage?) -> Bool {
        guard let last else { return false }
        return switch last.kind {
        case .tellsLockout, .leavesFallback: true
        case .asksToTryAgain, .offersFallback, .scansOn: last.choice == .close || last.choice == .fallback
        }
    }

    /// The row of 1.2 at which a prompt ended.
    private static func ending(_ outcome: BiometricUnlock) -> [String] {
        switch outcome {
        case .unlocked: ["1.2a"]
        case .cancelled, .fallback: ["1.2f"]
        case .notRecognised: ["1.2c"]
        case .lockedOut, .enrolmentChanged, .statusTooOld: ["1.2g"]
        // The design has no row for a phone that fails: the user has not cancelled the scan.
        case .interrupted, .failed, .disabled, .notOffered, .pinChangePending: []
        }
    }
}
