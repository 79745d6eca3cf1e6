// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import WalletInterface

/// The wallet whose store is open: its parts and all its state in memory. An erasure replaces the whole object, so that no state of an
/// erased wallet remains in memory.
final class OpenWallet {
    let context: WalletContext
    let updatePolicy: UpdatePolicyKeeper
    let status: WalletStatusRecord
    let channel: ProviderChannel
    let attempts: PINAttempts
    let pinChange: PINChange
    let verifier: PINVerifier
    let biometrics: BiometricUnlocking
    let statusRefresh: WalletStatusRefresh
    let registrar: Registrar
    let cards: CardShelf
    let issuance: Issuance
    let recovery: PINRecovery
    let sharing: Sharing
    let scanner: CodeScanner
    let deregistrar: Deregistrar

    init(_ context: WalletContext, _ shared: SharedParts, _ lock: LockKeeper) {
        self.context = context
        updatePolicy = UpdatePolicyKeeper(context, shared.updatePolicy, lock)
        status = WalletStatusRecord(context, shared.status, lock)
        channel = ProviderChannel(context, status, mutex: shared.providerMutex)
        attempts = PINAttempts(context)
        pinChange = PINChange(channel)
        verifier = PINVerifier(channel, pinChange, attempts)
        biometrics = BiometricUnlocking(context, shared.biometrics)
        statusRefresh = WalletStatusRefresh(channel, status, biometrics, lock)
        registrar = Registrar(
            channel, WipeReserve(in: context.bridges.utilities.storageDirectory, randomBytes: context.randomBytes))
        cards = CardShelf(context, shared.cards, lock)
        issuance = Issuance(channel, verifier, cards, mutex: shared.issuanceMutex)
        recovery = PINRecovery(issuance, pinChange)
        sharing = Sharing(verifier, cards)
        scanner = CodeScanner(context.bridges.camera, lock)
        deregistrar = Deregistrar(channel)
    }

    var store: SealedStore { context.store }
    var clock: any ClockBridge { context.clock }

    /// Hides everything that only an unlocked wallet shows, drops the right PIN and what was signed and not sent, and ends a scan.
    func hide() {
        attempts.dropRightPIN()
        biometrics.dropProven()
        cards.hide()
        sharing.hide()
        scanner.end()
    }
}
