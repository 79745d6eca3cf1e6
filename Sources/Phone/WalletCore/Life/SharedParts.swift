// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletInterface

/// The parts that outlive every wallet: streams, timers, feeds, and the mutexes that serialise calls.
struct SharedParts: Sendable {
    let configuration: ConfigurationKeeper
    let updatePolicy: UpdatePolicySignals
    let status: WalletStatusSignals
    let cards = CardSignals()
    let biometrics = BiometricSignals()
    /// Serialises conversations with the provider, so that sequence numbers arrive in order.
    let providerMutex = AsyncMutex()
    /// Serialises conversations with an issuer. Within it, each message to the provider takes the provider's mutex.
    let issuanceMutex = AsyncMutex()
    /// Serialises sessions of sharing. Within it, each message to the provider takes the provider's mutex.
    let sharingMutex = AsyncMutex()
    /// The newest named failure of the provider.
    let lastFailure = LastFailure()
    /// The true time, by the provider's signed answers.
    let time: TrueTime
    /// Wakes the task that deregisters erased wallets.
    let deregistrationTimer = RestartableTimer()
    /// Wakes the task that tells verifiers the end of a session.
    let farewellTimer = RestartableTimer()

    init(_ embedded: EmbeddedEdition, answerBudget: TimeInterval, checkpoints: any CheckpointObserver) {
        configuration = ConfigurationKeeper(embedded, checkpoints: checkpoints)
        updatePolicy = UpdatePolicySignals(embedded, answerBudget: answerBudget, checkpoints: checkpoints)
        status = WalletStatusSignals(answerBudget: answerBudget)
        // With the old time, status lists, configuration or update policy may have looked expired. Their timers fetch them again.
        let timers = [cards.statusTimer, configuration.timer, updatePolicy.timer]
        time = TrueTime(onChange: { for timer in timers { timer.wake() } })
    }
}
