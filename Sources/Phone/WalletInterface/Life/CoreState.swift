// SPDX-License-Identifier: EUPL-1.2

/// The progress of the core. Every call has a lowest state (`CoreCall`).
package enum CoreState: Int, Sendable, Hashable, CaseIterable, Comparable {
    /// The platform has not passed its bridges.
    case waitingForPlatform
    /// `initialize` has not succeeded yet.
    case waitingForInitialize
    /// There is no remote PIN.
    case empty
    /// There is a remote PIN, and the wallet's data is not accessible.
    case locked
    /// The user has unlocked the wallet.
    case unlocked

    /// Orders the states as a wallet passes through them.
    package static func < (left: CoreState, right: CoreState) -> Bool { left.rawValue < right.rawValue }

    /// The error for a call that needs a higher state.
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
