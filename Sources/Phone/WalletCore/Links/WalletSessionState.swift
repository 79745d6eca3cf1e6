// SPDX-License-Identifier: EUPL-1.2

/// What the wallet is doing, as far as a universal link must know it (PF2.7/1.2d–h). There is one session at most.
package struct WalletSessionState: Sendable, Hashable {
    /// A session that a link must not disturb.
    package enum Session: Sendable, Hashable {
        /// The wallet is being moved to another phone.
        case transfer
        /// A new PIN is being made after the old one was forgotten; the wallet is locked meanwhile.
        /// - awaitsAuthentication: the user is away to prove who they are (UC2.3.2/1.3).
        case pinRecovery(awaitsAuthentication: Bool)
        /// Data is being shared, or used to log in.
        case disclosure
        /// Cards are being obtained.
        /// - awaitsAuthentication: the user is away to prove who they are (UC3.1/1.2).
        case issuance(awaitsAuthentication: Bool)

        /// Whether the next authentication redirect is this session's.
        var awaitsAuthentication: Bool {
            switch self {
            case .pinRecovery(let awaits), .issuance(let awaits): awaits
            case .transfer, .disclosure: false
            }
        }

        /// Whether it goes on while the wallet is locked.
        var runsWhileLocked: Bool {
            switch self {
            case .pinRecovery: true
            case .transfer, .disclosure, .issuance: false
            }
        }
    }

    /// There is a remote PIN.
    package let isRegistered: Bool
    /// There is a PID; with the remote PIN it makes the wallet personalised.
    package let hasPID: Bool
    /// Nothing of the wallet may be seen.
    package let isLocked: Bool
    /// The session that runs.
    package let session: Session?

    /// Makes a state; a combination that cannot be is treated like the most careful of those that can.
    package init(isRegistered: Bool, hasPID: Bool, isLocked: Bool, session: Session?) {
        self.isRegistered = isRegistered
        self.hasPID = hasPID
        self.isLocked = isLocked
        self.session = session
    }
}
