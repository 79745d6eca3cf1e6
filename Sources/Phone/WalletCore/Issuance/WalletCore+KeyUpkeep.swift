// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import ProviderProtocol
import SDJWT
import WalletInterface

/// What is done with a PIN while it is at hand. None of it fails anything: what does not succeed is done with the next PIN.
extension WalletCore {
    /// Discloses the PID's recovery code to the provider, once, so that a forgotten PIN can be replaced later (UC2.3.2).
    func discloseRecoveryCode(_ pin: PIN, _ running: Running) async {
        guard var pid = try? running.store.value(.pid), pid.recovery == .untold,
            let entry = try? cards(running).first(where: { $0.id == pid.card }),
            let copy = entry.sdJWTs.lazy.compactMap({ try? running.store.value(.copy($0)) }).first,
            let disclosure = try? SDJWT(parsing: copy.credential).disclosing([["recovery_code"]]),
            let reply = try? await perform(
                .discloseRecoveryCode, data: RecoveryCodeDisclosure(pid: disclosure.serialized).json, provenBy: pin, running)
        else { return }
        switch reply {
        case .done: pid.recovery = .known
        case .rejected: pid.recovery = .refused
        case .refused: return
        }
        // Another card may have become the PID meanwhile.
        guard let now = try? running.store.value(.pid), now.card == pid.card else { return }
        let told = pid
        try? running.store.change { changes throws(WalletCoreError) in try changes.set(.pid, to: told) }
    }

    /// Remembers keys at the provider that no card needs.
    func noteIdle(_ keys: some Sequence<WalletKeyID>, _ running: Running) throws(WalletCoreError) {
        let names = keys.map(\.text)
        guard !names.isEmpty else { return }
        let idle = try running.store.value(.idleKeys) ?? []
        try running.store.change { changes throws(WalletCoreError) in try changes.set(.idleKeys, to: idle + names) }
    }

    /// Deletes keys at the provider that no card needs any more, but none that an issuance under way has asked for.
    func deleteIdleKeys(_ pin: PIN, _ running: Running) async {
        let keys = ((try? running.store.value(.idleKeys)) ?? []).compactMap { try? WalletKeyID(parsing: $0) }
            .filter { !keysUnderWay.contains($0) }.prefix(KeyDeletion.maximumCount)
        guard !keys.isEmpty,
            case .done? = try? await perform(.deleteKeys, data: KeyDeletion(keys: Array(keys)).json, provenBy: pin, running),
            let now = try? running.store.value(.idleKeys)
        else { return }
        let gone = Set(keys.map(\.text))
        let rest = now.filter { !gone.contains($0) }
        try? running.store.change { changes throws(WalletCoreError) in
            if rest.isEmpty { changes.remove(.idleKeys) } else { try changes.set(.idleKeys, to: rest) }
        }
    }
}
