// SPDX-License-Identifier: EUPL-1.2

import GRDB
import ProviderProtocol
import WalletProvider

/// The one condition on which every message depends, as SQL over a row of `account`.
///
/// All statements name their arguments alike: `:wallet`, `:seq`, `:counter`, `:now`, `:instruction`, `:challenge`.
enum MessageAcceptance {
    /// The account and its solution are active.
    static let isActive = "state = 'active' AND NOT EXISTS (SELECT 1 FROM solution)"

    /// Not deregistered.
    static let isKnown = "state <> 'deregistered'"

    /// Number and counter are newer than all before.
    static let isNewer = "seq < :seq AND (:counter IS NULL OR assertion_counter < :counter)"

    /// The challenge is the live one for the instruction.
    static let answersChallenge = """
        json_extract(challenges, '$.' || :instruction || '[0]') = :challenge
        AND json_extract(challenges, '$.' || :instruction || '[1]') > :now
        """

    /// What is stored of every message that fits.
    static let taken = "seq = :seq, assertion_counter = coalesce(:counter, assertion_counter), is_used = 1"

    /// The challenge is spent.
    static let spent = "challenges = json_remove(challenges, '$.' || :instruction)"
}

extension MessageIdentity {
    /// The arguments that every statement has.
    var arguments: StatementArguments {
        ["wallet": walletID.text, "seq": sequenceNumber, "counter": assertionCounter.map { Int64($0) }]
    }
}

extension InstructionChallenge {
    /// The arguments of a statement that asks for the challenge.
    func arguments(at now: Timestamp) -> StatementArguments {
        ["instruction": instruction.rawValue, "challenge": value, "now": now.milliseconds]
    }
}
