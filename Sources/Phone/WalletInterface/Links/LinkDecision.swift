// SPDX-License-Identifier: EUPL-1.2

/// The decision on a universal link (PF2.7/1.1 and 1.2).
///
/// A link that starts a flow is refused in this order: before the wallet is registered; while it is locked, without revealing its state;
/// before it is personalised; during a session; when it was meant to be scanned. The design checks the scanner first, but its screen leads
/// to the wallet's scanner, which is not usable in any of the earlier cases.
package enum LinkDecision: Sendable, Hashable {
    /// 1.1b: there is no link.
    case noLink
    /// 1.2a: the link starts the flow that it resolves to, which is one of its kind's `flows` (1.3).
    case resolves(UniversalLink)
    /// An authentication redirect that the present session awaits: it belongs to that session and starts nothing.
    case continuesSession(UniversalLink)
    /// 1.2b: the link was in a QR code that was scanned with another app.
    case scannedOutsideWallet
    /// 1.2c: an authentication redirect that no session awaits. Unrecognised links are refused earlier.
    case invalid
    /// 1.2d: the wallet is not ready.
    case notPersonalized
    /// 1.2e: a transfer session is in progress.
    case inTransferSession
    /// 1.2f: a PIN recovery is in progress.
    case inPINRecoverySession
    /// 1.2g: a disclosure session is in progress.
    case inDisclosureSession
    /// 1.2h: an issuance session is in progress.
    case inIssuanceSession
    /// The wallet is locked: the link stays pending until UC2.3/1.6.
    case waitsForUnlock

    /// The row of PF2.7; nil for a decision without a row in the design.
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
