// SPDX-License-Identifier: EUPL-1.2

package import HSM
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
    /// Keys are made for purposes that have none, beside keys that are in use.
    case createKeys([KeyPurpose])
    /// A key is made that is published and signs nothing yet.
    case makeNextKey(SigningPurpose)
    /// The next key signs from now on.
    /// - keyID: its name.
    /// - oldKeysVerifyUntil: until when the keys before it verify, at the longest.
    /// - isForced: phones were not known to have it.
    case activateKey(SigningPurpose, keyID: String, oldKeysVerifyUntil: Timestamp, isForced: Bool)
    /// A key that does not sign expires.
    case retireKey(SigningPurpose, keyID: String)
    /// A new key signs at once.
    /// - oldKeysVerifyUntil: as above.
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
        case .createKeys: "create_keys"
        case .makeNextKey: "make_next_key"
        case .activateKey: "activate_key"
        case .retireKey: "retire_key"
        case .rotateKey: "rotate_key"
        }
    }

    /// The record's bytes: `{"act", "by", "at"}` and, where there are any, `wallet_id`, `reason`, `recovery_code_mark`, `accounts`, `purpose`,
    /// `purposes`, `key_id`, `old_keys_verify_until` and `forced`. No key is in it, but its name.
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
