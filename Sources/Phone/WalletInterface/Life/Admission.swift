// SPDX-License-Identifier: EUPL-1.2

/// The facts that decide whether a call is admitted. The rule is written here once, for the core, for every other ``Wallet`` and for the
/// tests.
package struct Admission: Sendable, Hashable {
    package var state: CoreState
    /// True if the update policy blocks this version (PF1.4).
    package var isVersionBlocked: Bool
    /// True if the wallet is revoked (PF2.10).
    package var isRevoked: Bool
    /// True if the update policy has expired and must be renewed.
    package var mustRenewPolicy: Bool

    package init(state: CoreState, isVersionBlocked: Bool = false, isRevoked: Bool = false, mustRenewPolicy: Bool = false) {
        self.state = state
        self.isVersionBlocked = isVersionBlocked
        self.isRevoked = isRevoked
        self.mustRenewPolicy = mustRenewPolicy
    }

    /// The error that refuses a call; nil if the call is admitted.
    ///
    /// The first applicable reason is returned, in this order: a blocked version, a revocation, the core's state, an expired policy.
    package func refusal(of call: CoreCall) -> WalletCoreError? {
        if isVersionBlocked, !call.servesBlockedVersions {
            return WalletCoreError(.versionBlocked, "the update policy blocks this version of the app")
        }
        if isRevoked, state > .waitingForInitialize, !call.servesRevokedWallets {
            return WalletCoreError(.walletRevoked, "the wallet was revoked")
        }
        if state < call.leastState, let refusal = state.refusal { return refusal }
        if let last = call.last, state > last.state { return WalletCoreError(last.refusal, "it is done already") }
        if mustRenewPolicy, !call.servesExpiredPolicies {
            return WalletCoreError(.policyExpired, "the update policy has expired and must be renewed")
        }
        return nil
    }
}
