// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import WalletInterface

@testable import WalletApp

/// Outcomes of prompts, for scripts.
extension BiometricUnlockResult {
    static let unlocked = Self(.unlocked)
    static let cancelled = Self(.cancelled)
    static let fallback = Self(.fallback)
    static let notRecognised = Self(.notRecognised)
    static let interrupted = Self(.interrupted)
    static let failed = Self(.failed)
    static let lockedOut = Self(.lockedOut)
    static let enrolmentChanged = Self(.enrolmentChanged)
    static let statusTooOld = Self(.statusTooOld)
    static let disabled = Self(.disabled)
    static let pinChangePending = Self(.pinChangePending)
    /// An iPhone's second mismatch, with the choice of the PIN.
    static let wrongFaces = Self(.fallback, after: [.triedAgain, BiometricPromptMessage(.offersFallback, .fallback)])
    /// An Android phone's fifth mismatch.
    static let wrongFingers = Self(
        .lockedOut, after: Array(repeating: .scannedOn, count: 4) + [.lockout, BiometricPromptMessage(.leavesFallback, .fallback)])
}

extension BiometricPromptMessage {
    static let triedAgain = BiometricPromptMessage(.asksToTryAgain, .anotherTry)
    static let scannedOn = BiometricPromptMessage(.scansOn, .anotherTry)
    static let lockout = BiometricPromptMessage(.tellsLockout, .close)
}

extension BiometricPrompt {
    /// The app's prompt in a language.
    init(_ purpose: String, _ catalog: StringCatalog, in language: Language) {
        func words(_ part: String) -> String { catalog.string(Text("prompt.\(purpose).\(part)"), in: language) }
        self.init(title: words("title"), reason: words("reason"), fallback: words("fallback"))
    }
}
