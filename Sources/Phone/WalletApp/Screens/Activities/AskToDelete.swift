// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletConfiguration
import WalletInterface

/// UC6.3/7.1: the ways to ask an organization to delete data, and what to write. The app itself sends nothing.
struct AskToDelete: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case way(SharingContact)
        case back
    }

    let event: WalletEvent
    /// The wallet's own help desk.
    let support: SupportContacts
    /// The time zone of the reader.
    var zone: TimeZone = .current

    let row: Row = "UC6.3/7.1"
    let helpTopic: String? = "UC6.3.delete"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: "UC6.3/7.1b", .back)),
            .title("askToDelete.title"),
            .paragraph(Text("askToDelete.text", event.party)),
        ] + notice + [
            .paragraph("askToDelete.law"),
            .facts([Fact("askToDelete.write", text: message)], canBeCopied: true),
        ] + ways
    }

    private var message: Text {
        let cards = event.sharing?.cards ?? []
        let data: [Text] = cards.isEmpty ? ["sharing.wholeCard"] : cards.map(\.written)
        return Text(
            "askToDelete.message", event.party, .texts([WrittenMoment(event.date, in: zone).words], separator: ""),
            .texts(data, separator: "; "))
    }

    private var contacts: [SharingContact] { SharingContact.forDeletion(by: event.sharing?.organization, support: support) }

    /// Says that no address of the organization itself is known, before the long text that would push it off a small phone.
    private var notice: [Piece<Action>] {
        guard contacts.first?.role != .organization else { return [] }
        return [.banner(.info, contacts.isEmpty ? "whereToReport.none" : "askToDelete.noAddress")]
    }

    private var ways: [Piece<Action>] {
        guard !contacts.isEmpty else { return [] }
        let entries = contacts.enumerated().map { number, contact in
            Piece<Action>.ListEntry.contact(contact, row: "UC6.3/7.1a", target: String(number), .way(contact))
        }
        return [.list("askToDelete.ways", entries)]
    }
}

extension SharingEvent.Card {
    /// The card and the names of its data, in the words of the person who asks.
    fileprivate var written: Text {
        guard !standsForOthers else { return label }
        let names: Text = claims.isEmpty ? "askToDelete.possession" : claims.words
        return Text("value.named", .texts([label], separator: ""), .texts([names], separator: ""))
    }
}
