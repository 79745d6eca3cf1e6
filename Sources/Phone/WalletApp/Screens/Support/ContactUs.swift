// SPDX-License-Identifier: EUPL-1.2

/// UC9.6/1.2: how to reach the help desk.
struct ContactUs: Screen {
    /// What the design lists.
    enum Action: Sendable {
        case call, back
    }

    /// The telephone number of the configuration; nil when there is none.
    let phone: String?

    let row: Row = "UC9.6/1.2"
    var pieces: [Piece<Action>] {
        let number: [Piece<Action>] = phone.map { [.facts([Fact("contactUs.phone", $0)])] } ?? []
        return [
            .topBar(.back(row: "UC9.6/1.2b", .back)),
            .illustration(.help),
            .title("contactUs.title"),
            .paragraph("contactUs.text"),
        ] + number + [.button(.primary, "contactUs.call", row: "UC9.6/1.2a", .call)]
    }
}
