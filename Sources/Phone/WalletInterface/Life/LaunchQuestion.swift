// SPDX-License-Identifier: EUPL-1.2

/// A request of the core to its servers at every launch, before anything of the wallet is shown.
package enum LaunchQuestion: Sendable, Hashable, CaseIterable {
    /// The newest update policy's verdict on this version (PF1.4/1.1).
    case updatePolicy
    /// The revocation status of the wallet (PF2.10/1.1).
    case walletStatus
}

/// The state of the newest request for a launch question. A scan asks for the wallet's status again.
package enum LaunchAnswer: Sendable, Hashable {
    /// The server has answered, or nothing was to be asked.
    case known
    /// The request is under way.
    case open
    /// The request has failed, such as on an offline phone. The core tries again by itself.
    case failed
}
