// SPDX-License-Identifier: EUPL-1.2

/// What the core asks its servers at every launch, before anything of the wallet is shown.
package enum LaunchQuestion: Sendable, Hashable, CaseIterable {
    /// What the newest update policy says of this version (PF1.4/1.1).
    case updatePolicy
    /// Whether the wallet is revoked (PF2.10/1.1).
    case walletStatus
}
