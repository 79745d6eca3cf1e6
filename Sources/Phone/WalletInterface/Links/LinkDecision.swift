// SPDX-License-Identifier: EUPL-1.2

/// What is to be done about a universal link now (PF2.7/1.1 and 1.2).
///
/// A link that is a request to begin something is decided in this order: not before the wallet is registered; not while it is locked, and
/// nothing of its state is told then; not before it is personalised; not during a session; not when it was meant to be scanned. The design
/// lists the scanner first, but its screen leads to the wallet's scanner, which is of no use in any of the states before.
package enum LinkDecision: Sendable, Hashable {
    /// 1.1b: there is none.
    case noLink
    /// 1.2a: it begins the flow that it resolves to, one of its kind's `flows` (1.3).
    case resolves(UniversalLink)
    /// An authentication redirect that the running session awaits: it belongs to that session and begins nothing.
    case continuesSession(UniversalLink)
    /// 1.2b: it stood in a QR code that something else than the wallet has scanned.
    case scannedOutsideWallet
    /// 1.2c: it is an authentication redirect that nobody awaits. Links that are none of ours do not come this far.
    case invalid
    /// 1.2d: the wallet is not ready yet.
    case notPersonalized
    /// 1.2e.
    case inTransferSession
    /// 1.2f.
    case inPINRecoverySession
    /// 1.2g.
    case inDisclosureSession
    /// 1.2h.
    case inIssuanceSession
    /// The wallet is locked: the link stays where it is until UC2.3/1.6.
    case waitsForUnlock

    /// The row of PF2.7; nil for what the design has no row for.
    package var row: String? {
        switch self {
        case .noLink: "1.1b"
        case .resolves: "1.2a"
        case .scannedOutsideWallet: "1.2b"
        case .invalid: "1.2c"
        case .notPersonalized: "1.2d"
        case .inTransferSession: "1.2e"
        case .inPINRecoverySession: "1.2f"
        case .inDisclosureSession: "1.2g"
        case .inIssuanceSession: "1.2h"
        case .continuesSession, .waitsForUnlock: nil
        }
    }
}
