// SPDX-License-Identifier: EUPL-1.2

package import ProviderProtocol

/// The deletion code (UC2.1/1.6, UC9.12).
package protocol RevocationCodeCalls: Sendable {
    /// Returns true if the user has written down the deletion code.
    func isRevocationCodeConfirmed() async throws -> Bool
}

/// The calls about the deletion code that need an unlocked wallet.
package protocol UnlockedRevocationCodeCalls: Sendable {
    /// Returns the deletion code (UC2.1/1.6).
    func revocationCode() async throws -> RevocationCode
    /// Records that the user has written down the deletion code (UC2.1/1.6a).
    func confirmRevocationCode() async throws
}
