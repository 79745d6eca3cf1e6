// SPDX-License-Identifier: EUPL-1.2

import GRDB
import ProviderProtocol
import WalletProvider

/// The acceptance conditions shared by all messages, as SQL over a row of `account`.
///
/// All statements name their arguments alike: `:wallet`, `:seq`, `:counter`. Those of an unlock are given in order, the others by name.
enum MessageAcceptance {
    /// The account and its solution are active.
    static let isActive = "state = 'active' AND NOT EXISTS (SELECT 1 FROM solution)"

    /// The account is not deregistered.
    static let isKnown = "state <> 'deregistered'"

    /// The sequence number and the counter exceed all earlier values.
    static let isNewer = "seq < :seq AND (:counter IS NULL OR assertion_counter < :counter)"

    /// The columns stored for every accepted message.
    static let taken = "seq = :seq, assertion_counter = coalesce(:counter, assertion_counter), is_used = 1"
}

extension MessageIdentity {
    /// The arguments of every statement.
    var arguments: StatementArguments {
        ["wallet": walletID.text, "seq": sequenceNumber, "counter": assertionCounter.map { Int64($0) }]
    }
}
