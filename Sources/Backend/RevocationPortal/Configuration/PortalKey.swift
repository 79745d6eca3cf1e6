// SPDX-License-Identifier: EUPL-1.2

import Crypto
package import Foundation

/// The secret of one deployment, the same in all its replicas: what the portal has made it can tell from what somebody else has.
///
/// Another key makes open forms and outcome pages invalid, and nothing else.
package struct PortalKey: Sendable, CustomStringConvertible {
    /// For the forms' tokens.
    let forms: SymmetricKey
    /// For the outcome pages' cookies.
    let outcomes: SymmetricKey

    /// Hidden, so that a key does not reach a log by accident.
    package var description: String { "PortalKey(hidden)" }

    /// A key of secret bytes.
    ///
    /// - Parameter bytes: 32 or more, from a cryptographically secure source.
    /// - Throws: `PortalError` for fewer.
    package init(_ bytes: some ContiguousBytes) throws(PortalError) {
        let secret = SymmetricKey(data: bytes)
        guard secret.bitCount >= 256 else { throw PortalError(.badConfiguration, "the portal's key needs at least 32 bytes") }
        forms = Self.derive("revocation portal: form", from: secret)
        outcomes = Self.derive("revocation portal: outcome", from: secret)
    }

    /// Each kind of token has a key of its own, so none is accepted where another is expected.
    private static func derive(_ purpose: String, from secret: SymmetricKey) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: secret, info: Data(purpose.utf8), outputByteCount: 32)
    }
}
