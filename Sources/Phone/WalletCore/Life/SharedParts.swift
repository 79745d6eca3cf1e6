// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// The parts that outlive every wallet: streams, timers, feeds, and the turns in which calls wait for each other.
struct SharedParts: Sendable {
    let configuration: ConfigurationKeeper
    let updatePolicy: UpdatePolicySignals
    let status = WalletStatusSignals()
    let cards = CardSignals()
    let biometrics = BiometricSignals()
    /// Conversations with the provider: one at a time, so that sequence numbers arrive in order.
    let providerMutex = AsyncMutex()
    /// Conversations with an issuer: one at a time. Within one the provider's turn is taken for each message to the provider.
    let issuanceMutex = AsyncMutex()
    /// The newest failure of the provider that has a name.
    let lastFailure = LastFailure()
    /// Wakes the task that ends the accounts of erased wallets.
    let deregistrationTimer = RestartableTimer()

    init(_ embedded: EmbeddedEdition, checkpoints: any CheckpointObserver) {
        configuration = ConfigurationKeeper(embedded, checkpoints: checkpoints)
        updatePolicy = UpdatePolicySignals(embedded, checkpoints: checkpoints)
    }
}
