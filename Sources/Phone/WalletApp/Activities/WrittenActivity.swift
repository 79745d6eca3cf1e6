// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletInterface

extension WalletEvent {
    /// The activity in one text, for a person who reads the saved file: in a few words, then the account, the warnings, the facts, and the
    /// names of the data.
    ///
    /// - Parameters:
    ///   - zone: the time zone of the reader.
    ///   - words: returns a text in the user's language.
    func written(in zone: TimeZone = .current, _ words: (Text) -> String) -> String {
        let shared = kind == .shared ? sharing : nil
        let warnings = (shared?.warnings ?? []).map { $0.words(about: shared?.organizationName ?? "") }
        let told = ([label] + account + warnings).map(words)
        let facts = facts(in: zone).map { $0.written(words) }
        let data = shared?.writtenData(words) ?? []
        return (told + facts + data).map(\.ended).joined(separator: " ")
    }
}

extension SharingEvent {
    /// The names of the data that were shared, card by card, and of those that were asked for.
    fileprivate func writtenData(_ words: (Text) -> String) -> [String] {
        let shared = cards.map { card -> String in
            let heading = words(outcome.dataHeading)
            guard !card.standsForOthers else { return "\(heading): \(words(card.label))" }
            let names: Text = card.claims.isEmpty ? "sharing.possession" : card.claims.words
            return "\(heading) (\(words(card.label))): \(words(names))"
        }
        return shared + asked.map { "\(words("activityData.asked")): \(words($0.claims.words))" }
    }
}

extension Fact {
    /// The name and the value on one line.
    fileprivate func written(_ words: (Text) -> String) -> String {
        switch value {
        case .same(let value): "\(words(name)): \(value)"
        case .text(let value): "\(words(name)): \(words(value))"
        }
    }
}

extension String {
    /// The text with a mark at its end, as a sentence has.
    fileprivate var ended: String { [".", "?", "…"].contains { hasSuffix($0) } ? self : self + "." }
}
