// SPDX-License-Identifier: EUPL-1.2

import PostgresClient
import ProviderProtocol
import WalletProvider

/// The kinds of `AccountChange`. Each kind has its own prepared statements.
enum ChangeKind: String, CaseIterable {
    case none, beginPINChange, commitPINChange, rollBackPINChange, addKeys, deleteKeys, rememberRecoveryCode, beginRecovery,
        completeRecovery, handOutAttestation, deregister

    init(_ change: AccountChange) {
        self =
            switch change {
            case .none: .none
            case .beginPINChange: .beginPINChange
            case .commitPINChange: .commitPINChange
            case .rollBackPINChange: .rollBackPINChange
            case .addKeys: .addKeys
            case .deleteKeys: .deleteKeys
            case .rememberRecoveryCode: .rememberRecoveryCode
            case .beginRecovery: .beginRecovery
            case .completeRecovery: .completeRecovery
            case .handOutAttestation: .handOutAttestation
            case .deregister: .deregister
            }
    }

    /// The parameter types of a change: a key or HMAC, a lifetime, and the arguments of `change_wallet_keys` without the wallet.
    static let parameters: [PostgresType] = [.bytes, .integer, .text, .texts, .texts, .texts, .byteStrings, .byteStrings]

    /// Returns the columns to set in the account's row.
    ///
    /// - Parameter first: the number of the change's first parameter.
    func assignments(_ first: Int) -> [(String, String)] {
        switch self {
        case .none, .addKeys, .deleteKeys, .handOutAttestation: []
        case .beginPINChange: [Self.newVersion, ("new_sealed_pin_key", "$\(first)")]
        case .commitPINChange: [Self.newVersion, ("sealed_pin_key", "new_sealed_pin_key"), ("new_sealed_pin_key", "NULL")]
        case .rollBackPINChange: [Self.newVersion, ("new_sealed_pin_key", "NULL")]
        case .rememberRecoveryCode: [("recovery_code_mark", "$\(first)")]
        case .beginRecovery:
            [Self.newVersion, ("recovery_pin_key", "$\(first)"), ("recovery_expires_at", "wallet_now() + $\(first + 1)")]
        case .completeRecovery:
            [Self.newVersion, ("sealed_pin_key", "recovery_pin_key"), ("new_sealed_pin_key", "NULL")] + Self.noRecovery + Self.noAttempts
        case .deregister:
            [
                Self.newVersion, ("state", "'deregistered'"), ("ended_at", "wallet_now()"), ("sealed_pin_key", "''"),
                ("new_sealed_pin_key", "NULL"), ("recovery_code_mark", "NULL"),
            ] + Self.noRecovery
        }
    }

    /// Returns the expression that is selected for each changed account and that changes its keys or entries.
    func result(_ first: Int) -> String {
        switch self {
        case .none, .beginPINChange, .commitPINChange, .rollBackPINChange, .rememberRecoveryCode: "true"
        case .handOutAttestation: "hand_out_attestation(wallet_id)"
        case .addKeys, .deleteKeys, .beginRecovery, .completeRecovery, .deregister:
            "change_wallet_keys(wallet_id, \((2...7).map { "$\(first + $0)" }.joined(separator: ", ")))"
        }
    }

    static let noAttempts = [("attempts", "0"), ("wait_until", "NULL")]
    private static let newVersion = ("pin_version", "pin_version + 1")
    private static let noRecovery = [("recovery_pin_key", "NULL"), ("recovery_expires_at", "NULL")]
}

extension AccountChange {
    /// The values of the parameters.
    var values: [PostgresValue] {
        switch self {
        case .none, .commitPINChange, .rollBackPINChange, .handOutAttestation: Self.values(keys: .unchanged)
        case .beginPINChange(let key): Self.values(.bytes(key), keys: .unchanged)
        case .rememberRecoveryCode(let mark): Self.values(.bytes(mark), keys: .unchanged)
        case .addKeys(let keys): Self.values(keys: .init(ids: [], added: keys))
        case .deleteKeys(let ids): Self.values(keys: .init(purpose: .credential, ids: ids.map(\.text)))
        case .beginRecovery(let key, let keys, let lifetime):
            Self.values(.bytes(key), MessageAcceptance.length(lifetime), keys: .init(purpose: .recovery, added: keys))
        case .completeRecovery: Self.values(keys: .init(purpose: .recovery))
        case .deregister: Self.values(keys: .init())
        }
    }

    private static func values(
        _ bytes: PostgresValue = .null, _ lifetime: PostgresValue = .null, keys: KeyChange
    ) -> [PostgresValue] {
        [bytes, lifetime] + keys.values
    }
}

/// The arguments of `change_wallet_keys` without the wallet.
struct KeyChange {
    /// Limits the removal to keys with this purpose; nil removes keys of all purposes.
    var purpose: WalletKeyPurpose?
    /// Limits the removal to keys with these ids; nil removes all keys.
    var ids: [String]?
    var added: [WalletKey] = []

    /// No removals and no additions.
    static let unchanged = KeyChange(ids: [])

    var values: [PostgresValue] {
        [
            purpose.map { .text($0.rawValue) } ?? .null, ids.map { .texts($0) } ?? .null, .texts(added.map(\.id.text)),
            .texts(added.map(\.purpose.rawValue)), .byteStrings(added.map(\.publicKey)), .byteStrings(added.map(\.wrapped)),
        ]
    }
}
