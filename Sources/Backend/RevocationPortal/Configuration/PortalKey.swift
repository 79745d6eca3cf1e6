// SPDX-License-Identifier: EUPL-1.2

import Crypto
package import Foundation

/// The secret of one deployment, shared by its replicas. With it the portal authenticates its own forms and cookies.
///
/// Changing the key only invalidates open forms and outcome pages.
package struct PortalKey: Sendable, CustomStringConvertible {
    /// The key for the forms' tokens.
    let forms: SymmetricKey
    /// The key for the outcome pages' cookies.
    let outcomes: SymmetricKey

    /// Hidden, so that the key does not reach a log by accident.
    package var description: String { "PortalKey(hidden)" }

    /// Creates a key from secret bytes.
    ///
    /// - Parameter bytes: 32 or more, from a cryptographically secure source.
    /// - Throws: `PortalError` for fewer bytes.
    package init(_ bytes: some ContiguousBytes) throws(PortalError) {
        let secret = SymmetricKey(data: bytes)
        guard secret.bitCount >= 256 else { throw PortalError(.badConfiguration, "the portal's key needs at least 32 bytes") }
        forms = Self.derive("revocation portal: form", from: secret)
        outcomes = Self.derive("revocation portal: outcome", from: secret)
    }

    /// Derives one key for each kind of token, so that a token of one kind is never valid as another kind.
    private static func derive(_ purpose: String, from secret: SymmetricKey) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: secret, info: Data(purpose.utf8), outputByteCount: 32)
    }
}
