// SPDX-License-Identifier: EUPL-1.2

/// A face or fingerprint sensor with a key in secure hardware. A scan releases the key only for the enrolment that existed when the key was
/// made.
///
/// Promises, each with one check in `WalletPlatformTesting`:
/// - BIO-01: With an enrolled face or finger the sensor is available.
/// - BIO-02: A new key is a P-256 public key of 65 bytes.
/// - BIO-03: After a match the prompt ends with the key's signature over the nonce.
/// - BIO-04: A mismatch does not end the prompt: it offers another try, and a match then signs.
/// - BIO-05: A prompt that the user closes ends as `cancelled`.
/// - BIO-06: A prompt that the system closes because the app leaves the foreground ends as `interrupted`.
/// - BIO-07: A prompt that starts while the app is not in the foreground ends as `interrupted`.
/// - BIO-08: Cancelling the call closes the prompt, which ends as `cancelled`.
/// - BIO-09: A locked sensor does not scan: the ending and the availability are `lockedOut` until the passcode is entered.
/// - BIO-10: The fifth mismatch locks the sensor, and the prompt ends as `lockedOut`. (Android only)
/// - BIO-11: Another enrolment invalidates the key: first `enrolmentChanged`, then `unavailable`, both without a prompt.
/// - BIO-12: Without a key, a call ends as `unavailable` and shows no prompt.
/// - BIO-13: A new key replaces the previous one.
/// - BIO-14: A second deletion of the key has no effect, and a key can be made again.
/// - BIO-15: Before the phone is first unlocked, signing and making end as `notAvailableYet` without a prompt, and the key is kept.
/// - BIO-16: Without an enrolment no key is made, and the sensor is `notEnrolled`.
/// - BIO-17: The key survives the end of the process.
/// - BIO-18: After mismatches the prompt offers the app's alternative, which ends it as `fallback`.
/// - BIO-19: A match at the first try returns no messages.
/// - BIO-20: The result contains a message for each mismatch, with the user's answer. (Android only)
///
/// The core leaves a call that does not return within 10 seconds, `makeKey` 30 seconds, a prompt 5 minutes, and cancels it. See
/// ``PlatformBridges``.
public protocol BiometricsBridge: Sendable {
    /// Returns the present state of the sensor.
    func availability() async -> BiometricAvailability

    /// Makes the key, bound to the present enrolment, and removes the previous key. Does not prompt.
    ///
    /// - Returns: the public key, X9.63 uncompressed, 65 bytes.
    /// - Throws: `BiometricsError`: `unavailable` when nothing is enrolled, `notAvailableYet`, or `failed`.
    func makeKey() async throws(BiometricsError) -> [UInt8]

    /// Shows the system's prompt and signs with the key if a scan matches.
    ///
    /// One call is one prompt, with the system's own messages and tries. The app adds no messages.
    ///
    /// - Parameters:
    ///   - nonce: the bytes to sign.
    ///   - prompt: the app's texts in the prompt, in the user's language.
    /// - Returns: the messages that the system showed, and the end of the prompt.
    func sign(_ nonce: [UInt8], prompt: BiometricPrompt) async -> BiometricPromptResult

    /// Removes the key.
    func deleteKey() async
}

/// An error in making a biometric key.
@nonexhaustive public enum BiometricsError: String, Error, Sendable, Hashable, Codable {
    /// No sensor, or no enrolment.
    case unavailable
    /// The phone does not give access to its keys before its user unlocks it; the same call succeeds later.
    case notAvailableYet
    /// The platform did not answer in time. The core says so when a call exceeds its limit, which is part of the bridge's documentation; a
    /// bridge with a limit of its own may say so, too. The key may well exist.
    case notAnswering
    /// The platform's key store failed.
    case failed
}
