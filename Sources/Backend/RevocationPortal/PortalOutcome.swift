// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// The outcome of an entered deletion code.
package enum PortalOutcome: Sendable, Hashable {
    /// The wallet is revoked. If the wallet was revoked before, `at` is the time of the first revocation.
    case revoked(at: Date)
    /// No wallet has this code.
    case unknown
}
