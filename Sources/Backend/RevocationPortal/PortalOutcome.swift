// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// What became of a wallet whose deletion code was entered.
package enum PortalOutcome: Sendable, Hashable {
    /// The wallet is revoked. When it was revoked before, the instant is that of the first time.
    case revoked(at: Date)
    /// No wallet has this code.
    case unknown
}
