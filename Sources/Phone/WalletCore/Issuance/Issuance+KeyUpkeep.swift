// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import ProviderProtocol
import SDJWT
import WalletInterface

/// Maintenance that needs a PIN and runs whenever a PIN was entered. It never fails the call; if it does not succeed, the next PIN repeats
/// it.
extension Issuance {
    /// Discloses the PID's recovery code to the provider, once, so that a forgotten PIN can be replaced later (UC2.3.2).
    func discloseRecoveryCode(_ pin: PIN) async {
        guard var pid = try? context.store.value(.pid), pid.recovery == .undisclosed,
            let entry = try? cards.entry(pid.card),
            let copy = entry.readableSDJWTs.lazy.compactMap({ try? self.context.store.value(.copy($0)) }).first,
            let disclosure = try? CompactSDJWT(parsing: copy.credential).disclosing([["recovery_code"]]),
            let reply = try? await verifier.carryOut(
                .discloseRecoveryCode, data: RecoveryCodeDisclosure(pid: disclosure.serialized).json, provenBy: pin)
        else { return }
        switch reply {
        case .done: pid.recovery = .known
        case .rejected: pid.recovery = .refused
        case .refused: return
        }
        // Another card may have become the PID during the request.
        guard let now = try? context.store.value(.pid), now.card == pid.card else { return }
        let settled = pid
        try? context.store.change { changes throws(WalletCoreError) in try changes.set(.pid, to: settled) }
    }

    /// Stores the IDs of keys at the provider that no card needs.
    func noteIdle(_ keys: some Sequence<WalletKeyID>) throws(WalletCoreError) {
        let names = keys.map(\.text)
        guard !names.isEmpty else { return }
        let idle = try context.store.value(.idleKeys) ?? []
        try context.store.change { changes throws(WalletCoreError) in try changes.set(.idleKeys, to: idle + names) }
    }

    /// The idle keys that can be deleted at the provider: all but those that a running issuance has requested, and the one that the
    /// recovery code still needs.
    func deletableKeys() -> [WalletKeyID] {
        let needed = keyForRecoveryCode
        return ((try? context.store.value(.idleKeys)) ?? []).compactMap { try? WalletKeyID(parsing: $0) }
            .filter { !keysUnderWay.contains($0) && $0.text != needed }
    }

    /// The key of the PID's last copy, if that was shared before its recovery code was disclosed: the provider takes the code only from a
    /// copy that is bound to a key it holds, and never asks for it again after it has rejected one.
    private var keyForRecoveryCode: String? {
        guard let pid = try? context.store.value(.pid), pid.recovery == .undisclosed, let entry = try? cards.entry(pid.card),
            let name = entry.spentSDJWT, let copy = try? context.store.value(.copy(name))
        else { return nil }
        return copy.keyID
    }

    /// Deletes idle keys at the provider.
    func deleteIdleKeys(_ pin: PIN) async {
        let keys = deletableKeys().prefix(KeyDeletion.maximumCount)
        guard !keys.isEmpty,
            case .done? = try? await verifier.carryOut(.deleteKeys, data: KeyDeletion(keys: Array(keys)).json, provenBy: pin),
            let now = try? context.store.value(.idleKeys)
        else { return }
        let gone = Set(keys.map(\.text))
        let rest = now.filter { !gone.contains($0) }
        try? context.store.change { changes throws(WalletCoreError) in
            if rest.isEmpty { changes.remove(.idleKeys) } else { try changes.set(.idleKeys, to: rest) }
        }
    }
}
