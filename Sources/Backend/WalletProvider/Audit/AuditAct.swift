// SPDX-License-Identifier: EUPL-1.2

import JOSE
package import ProviderProtocol

/// What is written to the audit log before it is done.
package enum AuditAct: Sendable, Hashable {
    /// A wallet is revoked.
    case revokeWallet(WalletID, RevocationReason)
    /// Every wallet of a person is, those to come included.
    /// - recoveryCodeMark: the HMAC of the recovery code, 32 bytes, as the accounts have it.
    case revokeHolder(recoveryCodeMark: [UInt8])
    /// All wallets are.
    case revokeSolution
    /// A wallet ends its account.
    case deregisterWallet(WalletID)
    /// A wallet gets a new PIN by recovery.
    case completePINRecovery(WalletID)
    /// A database that was put back gets the worse of itself and its witness, so many accounts.
    case reconcileWithWitness(accounts: Int)
    /// A new witness begins with the database as it is.
    case beginWitness
    /// The witness goes on although parts of its journals are missing.
    case acceptWitnessLoss

    private var name: String {
        switch self {
        case .revokeWallet: "revoke_wallet"
        case .revokeHolder: "revoke_holder"
        case .revokeSolution: "revoke_solution"
        case .deregisterWallet: "deregister_wallet"
        case .completePINRecovery: "complete_pin_recovery"
        case .reconcileWithWitness: "reconcile_with_witness"
        case .beginWitness: "begin_witness"
        case .acceptWitnessLoss: "accept_witness_loss"
        }
    }

    /// The record's bytes: `{"act", "by", "at"}` and, where there are any, `wallet_id`, `reason`, `recovery_code_mark` and `accounts`.
    func entry(by actor: AuditActor, at now: Timestamp) -> [UInt8] {
        var object: JSONObject = ["act": .string(name), "by": .string(actor.name), "at": .integer(now.milliseconds)]
        switch self {
        case .revokeWallet(let walletID, let reason):
            object.set("wallet_id", .string(walletID.text))
            object.set("reason", .string(reason.rawValue))
        case .revokeHolder(let mark): object.set("recovery_code_mark", .string(Base64URL.encode(mark)))
        case .deregisterWallet(let walletID), .completePINRecovery(let walletID):
            object.set("wallet_id", .string(walletID.text))
        case .reconcileWithWitness(let accounts): object.set("accounts", .integer(Int64(accounts)))
        case .revokeSolution, .beginWitness, .acceptWitnessLoss: break
        }
        return object.encode()
    }
}

/// Who does it.
package enum AuditActor: Sendable, Hashable {
    /// The wallet itself, with its device key.
    case wallet
    /// Somebody with the deletion code, at the revocation portal.
    case portal
    /// An operator.
    /// - name: the system's name of the user who ran the command.
    case `operator`(name: String)

    var name: String {
        switch self {
        case .wallet: "wallet"
        case .portal: "portal"
        case .operator(let name): "operator:\(name)"
        }
    }
}
