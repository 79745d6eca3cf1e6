// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// The operator's functions for the keys of an HSM. A serving replica does not need them.
///
/// Only signing keys are rotated. The other keys protect stored data without time limit, so an old key could never expire.
package protocol KeyAdministration: Sendable {
    /// Returns all keys, including expired keys, by purpose in the order of `KeyPurpose.allCases`, newest first.
    func list() async throws(HSMError) -> [KeyDescription]

    /// Creates a key for each purpose without a key. Existing keys are not changed, so a repeated call is harmless.
    ///
    /// - Returns: the created keys.
    func createKeys() async throws(HSMError) -> [KeyDescription]

    /// Creates a key that is published but does not sign before its activation. An existing next key is kept, so that a purpose has at most
    /// one.
    ///
    /// - Returns: the next key.
    func makeNextKey(for purpose: SigningPurpose) async throws(HSMError) -> KeyDescription

    /// Makes the next key the signing key. The previous keys then only verify.
    ///
    /// - Parameters:
    ///   - purpose: the purpose of the key.
    ///   - expiry: the end of verification with the previous key, as in `rotate(_:oldKeysVerifyUntil:)`.
    /// - Returns: the new signing key.
    /// - Throws: also `HSMError` with `keyMissing` if there is no next key.
    func activateNextKey(for purpose: SigningPurpose, oldKeysVerifyUntil expiry: Date) async throws(HSMError) -> KeyDescription

    /// Lets a key expire now: an unwanted next key, or a key that only verifies.
    ///
    /// - Parameters:
    ///   - keyID: the id of the key.
    ///   - purpose: the purpose of the key.
    /// - Returns: the expired key.
    /// - Throws: also `HSMError` with `keyMissing` for an unknown id, and `keyUnfit` for the signing key.
    func retireKey(_ keyID: String, for purpose: SigningPurpose) async throws(HSMError) -> KeyDescription

    /// Creates a key that signs immediately. The previous keys then only verify. Phones do not know the new key yet, so use this only in
    /// emergencies, and otherwise `makeNextKey(for:)`. An existing next key is kept.
    ///
    /// - Parameters:
    ///   - purpose: the purpose of the key. A purpose without keys gets its first key.
    ///   - expiry: the end of verification with the previous key, rounded up to seconds on some devices. A time that is not in the future
    ///     lets the key expire at once, to withdraw a compromised key. Keys with a later expiry are shortened to this time; earlier ones
    ///     stay.
    /// - Returns: the new key.
    func rotate(_ purpose: SigningPurpose, oldKeysVerifyUntil expiry: Date) async throws(HSMError) -> KeyDescription
}
