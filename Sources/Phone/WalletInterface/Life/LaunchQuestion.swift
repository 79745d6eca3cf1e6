// SPDX-License-Identifier: EUPL-1.2

/// A request of the core to its servers at every launch, before anything of the wallet is shown.
package enum LaunchQuestion: Sendable, Hashable, CaseIterable {
    /// The newest update policy's verdict on this version (PF1.4/1.1).
    case updatePolicy
    /// The revocation status of the wallet (PF2.10/1.1).
    case walletStatus
}
