// SPDX-License-Identifier: EUPL-1.2

/// A kind of call whose duration is measured.
protocol MeasuredOperation: CaseIterable {}

extension MeasuredOperation {
    /// The value of the label `operation`: the case's name in lower case, with underscores between words.
    var label: String {
        "\(self)".reduce(into: "") { label, letter in label += letter.isUppercase ? "_\(letter.lowercased())" : "\(letter)" }
    }
}

/// A call of the database.
enum DatabaseOperation: Int, MeasuredOperation {
    case create, account, reserveAttempt, reserveKnown, settleAttempt, fits, accept, keys
    case wallet, revoke, wallets, revokeWallets, revokeSolution, solutionRevocation, removeExpired
    case takeStatusEntry, attestationStatuses
    case lastAuditRecord, appendAuditRecord, auditRecords
}

/// A call of the HSM.
enum HSMOperation: Int, MeasuredOperation {
    case publicKeys, publicKey, sign, seal, open, openAndAuthenticate, authenticationCode, makeWalletKey, signWithWalletKey
}
