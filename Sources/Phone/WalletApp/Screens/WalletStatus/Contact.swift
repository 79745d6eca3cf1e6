// SPDX-License-Identifier: EUPL-1.2

import WalletConfiguration

/// PF2.10/2.2, 3.2 and 4.2, UC9.6/1.2: where the help desk is.
struct Contact: Screen {
    /// What the design lists.
    enum Action: Sendable {
        case call
        case back
    }

    /// The flow that shows it.
    var design = "PF2.10"
    /// The step that shows it.
    let step: String
    /// What the configuration says; a call is offered when it has a number.
    let support: SupportContacts

    var row: Row { Row(design, step) }
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
