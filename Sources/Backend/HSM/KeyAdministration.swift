// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// What an operator does with the keys of an HSM. No replica of the provider needs it while it serves.
///
/// All but the signing keys are made once and not rotated: what they protect is at rest without an end, so an old one could
/// never expire.
package protocol KeyAdministration: Sendable {
    /// All keys, expired ones included: by purpose in the order of `KeyPurpose.allCases`, and for each the newest first.
    func list() async throws(HSMError) -> [KeyDescription]

    /// Makes a key for every purpose that has none. Keys that exist are left alone, so doing it again is harmless.
    ///
    /// - Returns: the keys that were made.
    func createKeys() async throws(HSMError) -> [KeyDescription]

    /// Makes a key that is published and signs nothing until it is activated. A purpose has one such key at most: one that is there already stays.
    ///
    /// - Returns: the next key.
    func makeNextKey(for purpose: SigningPurpose) async throws(HSMError) -> KeyDescription

    /// Lets the next key sign from now on; the ones before it only verify.
    ///
    /// - Parameters:
    ///   - purpose: which key.
    ///   - expiry: until when the former active key verifies, as in `rotate(_:oldKeysVerifyUntil:)`.
    /// - Returns: the key that signs now.
    /// - Throws: also `HSMError` with `keyMissing` when there is no next key.
    func activateNextKey(for purpose: SigningPurpose, oldKeysVerifyUntil expiry: Date) async throws(HSMError) -> KeyDescription

    /// Lets a key expire now: a next key that is not wanted any more, or one that only verifies.
    ///
    /// - Parameters:
    ///   - keyID: its name.
    ///   - purpose: what it is for.
    /// - Returns: the expired key.
    /// - Throws: also `HSMError` with `keyMissing` for an unknown name, and `keyUnfit` for the key that signs.
    func retireKey(_ keyID: String, for purpose: SigningPurpose) async throws(HSMError) -> KeyDescription

    /// Makes a new key that signs from now on; the ones before it only verify. No phone knows the new key: that is for emergencies, and
    /// `makeNextKey(for:)` for everything else. A next key stays one.
    ///
    /// - Parameters:
    ///   - purpose: which key. A purpose without any key gets its first one.
    ///   - expiry: until when the former active key verifies; a device that keeps seconds rounds up. An instant that is not in the future
    ///     makes the key expired at once: that is how a compromised key is taken out of use. Keys that would verify for longer than that
    ///     are shortened; those that would for less stay.
    /// - Returns: the new key.
    func rotate(_ purpose: SigningPurpose, oldKeysVerifyUntil expiry: Date) async throws(HSMError) -> KeyDescription
}
