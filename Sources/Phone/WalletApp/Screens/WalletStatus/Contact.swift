// SPDX-License-Identifier: EUPL-1.2

import WalletConfiguration

/// PF2.10/2.2, 3.2 and 4.2, UC9.6/1.2: the contact details of the help desk.
struct Contact: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case call
        case back
    }

    var design = "PF2.10"
    let step: String
    /// The configured contacts; with a phone number the screen offers a call.
    let support: SupportContacts

    var row: Row { Row(design, step) }
    let helpTopic: String? = "UC9.6"
    var pieces: [Piece<Action>] {
        let facts = [
            support.web.map { Fact("contact.website", $0.text) }, support.phone.map { Fact("contact.phone", $0) },
            support.email.map { Fact("contact.email", $0) },
        ].compactMap(\.self)
        let call: [Piece<Action>] =
            support.phone == nil ? [] : [.button(.primary, "contact.call", row: Row(design, step + "a"), .call)]
        return [
            .topBar(.back(row: Row(design, step + "b"), .back)),
            .illustration(.contact),
            .title("contact.title"),
            .paragraph("contact.text"),
        ] + (facts.isEmpty ? [.banner(.info, "contact.none")] : [.facts(facts)]) + call
    }
}
