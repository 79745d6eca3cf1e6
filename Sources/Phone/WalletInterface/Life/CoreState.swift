// SPDX-License-Identifier: EUPL-1.2

/// How far the core has come. Every call names the least of these states that it needs (`CoreCall`).
package enum CoreState: Int, Sendable, Hashable, CaseIterable, Comparable {
    /// The platform has not handed over its bridges.
    case waitingForPlatform
    /// `initialize` has not succeeded yet.
    case waitingForInitialize
    /// There is no remote PIN.
    case empty
    /// There is a remote PIN, and the wallet's data cannot be seen.
    case locked
    /// The user has unlocked the wallet.
    case unlocked

    /// The order in which a wallet comes through them.
    package static func < (left: CoreState, right: CoreState) -> Bool { left.rawValue < right.rawValue }

    /// What a call that needs more is answered: what to do first.
    package var refusal: WalletCoreError? {
        switch self {
        case .waitingForPlatform: WalletCoreError(.platformMissing, "the platform has not handed over its bridges")
        case .waitingForInitialize: WalletCoreError(.notInitialized, "the core is not initialised")
        case .empty: WalletCoreError(.notRegistered, "there is no remote PIN")
        case .locked: WalletCoreError(.locked, "the wallet is locked")
        case .unlocked: nil
        }
    }
}
