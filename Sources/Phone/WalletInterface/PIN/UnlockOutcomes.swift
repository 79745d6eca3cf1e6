// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// What checking a PIN yields (PF2.8/1.1). A wrong PIN is an outcome, not an error.
package enum PINCheck: Sendable, Hashable {
    /// The PIN is right, the wallet is unlocked.
    case valid
    /// The PIN is wrong.
    /// - attemptsLeftInRound: 1…3 with the protocol's policy.
    case invalid(attemptsLeftInRound: Int, isFinalRound: Bool)
    /// A wait runs; nothing was checked. `until` is steady time (`ClockBridge.steadyNow`), made of the time left that the
    /// provider gave.
    case temporarilyBlocked(until: Date)
    /// All attempts are spent, for good.
    case permanentlyBlocked
    /// The provider received the PIN before but has no verdict on it any more; the attempt may have been counted. The PIN is to be entered
    /// again.
    case outcomeUnknown
}

/// What the scan that enables biometric unlock yields (UC2.1/1.4, UC2.2/1.2).
package enum BiometricEnabling: Sendable, Hashable {
    /// Face or finger is proven; it is enabled by `confirmBiometricUnlock`. Or it was enabled before.
    case proven
    /// The user rejected the system's prompt, or was not recognised; nothing was changed.
    case rejected
    /// The sensor is gone, or nobody is enrolled any more; nothing was changed.
    case unavailable
}

/// What one scan for unlocking yields (UC2.3/1.2).
package enum BiometricUnlock: Sendable, Hashable {
    /// The wallet is unlocked.
    case unlocked
    /// Not recognised.
    case notRecognised
    /// Not recognised, and the sensor takes no more scans now (UC2.3/1.2e); an iPhone never says so.
    case notRecognisedForTheLastTime
    /// The user closed the prompt.
    case cancelled
    /// The app was not on the glass, or left it during the scan: to be scanned again when it is back.
    case interrupted
    /// Too many failures before; the device refused the scan.
    case lockedOut
    /// A face or finger was added or removed; biometric unlock is now disabled.
    case enrolmentChanged
    /// The provider was not asked about this wallet for longer than is configured, and does not answer now: only the PIN, which the provider
    /// checks itself, unlocks. Nothing was scanned; biometric unlock stays enabled.
    case statusTooOld
    /// Biometric unlock was disabled meanwhile, because the wallet was blocked for good or by the user: only the PIN is left. Nobody was
    /// scanned, or the scan does not count.
    case disabled
    /// The configuration has switched biometric unlock off: only the PIN unlocks. Nothing was scanned; the user's preference stays.
    case notOffered
    /// A PIN change is to be settled first, with a PIN; nobody was scanned, or the scan does not count.
    case pinChangePending
}
