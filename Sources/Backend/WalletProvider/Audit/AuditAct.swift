// SPDX-License-Identifier: EUPL-1.2

package import HSM
import JSON
package import ProviderProtocol

/// An act that is written to the audit log before it is carried out.
package enum AuditAct: Sendable, Hashable {
    case revokeWallet(WalletID, RevocationReason)
    /// Revokes every present and future wallet of a person.
    /// - recoveryCodeMark: the HMAC of the recovery code, 32 bytes, as stored in the accounts.
    case revokeHolder(recoveryCodeMark: [UInt8])
    case revokeSolution
    case deregisterWallet(WalletID)
    case completePINRecovery(WalletID)
    /// Raises a restored database to the state that its witness recorded. `accounts` is the number of accounts to change.
    case reconcileWithWitness(accounts: Int)
    /// Starts a new witness from the current database.
    case beginWitness
    /// Continues the witness although parts of its journals are missing.
    case acceptWitnessLoss
    /// Moves all accounts to another database.
    case moveAccounts
    /// Creates keys for purposes that have none, although other keys are already in use.
    case createKeys([KeyPurpose])
    /// Creates a key that is published but does not sign yet.
    case makeNextKey(SigningPurpose)
    /// Makes the next key the signing key.
    /// - keyID: the id of that key.
    /// - oldKeysVerifyUntil: the latest time until which the previous keys verify.
    /// - isForced: the key was activated before phones were known to have it.
    case activateKey(SigningPurpose, keyID: String, oldKeysVerifyUntil: Timestamp, isForced: Bool)
    /// Lets a key that does not sign expire.
    case retireKey(SigningPurpose, keyID: String)
    /// Creates a key that signs immediately.
    /// - oldKeysVerifyUntil: the latest time until which the previous keys verify.
    case rotateKey(SigningPurpose, oldKeysVerifyUntil: Timestamp)

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
        case .moveAccounts: "move_accounts"
        case .createKeys: "create_keys"
        case .makeNextKey: "make_next_key"
        case .activateKey: "activate_key"
        case .retireKey: "retire_key"
        case .rotateKey: "rotate_key"
        }
    }

    /// The record as JSON: `{"act", "by", "at"}` and, where they apply, `wallet_id`, `reason`, `recovery_code_mark`, `accounts`, `purpose`,
    /// `purposes`, `key_id`, `old_keys_verify_until` and `forced`. It contains ids of keys, never keys.
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
        case .createKeys(let purposes): object.set("purposes", .array(purposes.map { .string($0.name) }))
        case .makeNextKey(let purpose): object.set("purpose", .string(purpose.rawValue))
        case .activateKey(let purpose, let keyID, let expiry, let isForced):
            object.set("purpose", .string(purpose.rawValue))
            object.set("key_id", .string(keyID))
            object.set("old_keys_verify_until", .integer(expiry.milliseconds))
            object.set("forced", .bool(isForced))
        case .retireKey(let purpose, let keyID):
            object.set("purpose", .string(purpose.rawValue))
            object.set("key_id", .string(keyID))
        case .rotateKey(let purpose, let expiry):
            object.set("purpose", .string(purpose.rawValue))
            object.set("old_keys_verify_until", .integer(expiry.milliseconds))
        case .revokeSolution, .beginWitness, .acceptWitnessLoss, .moveAccounts: break
        }
        return object.encode()
    }
}

/// The actor of an audited act.
package enum AuditActor: Sendable, Hashable {
    /// The wallet itself, authenticated by its device key.
    case wallet
    /// A user who entered the deletion code at the revocation portal.
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
