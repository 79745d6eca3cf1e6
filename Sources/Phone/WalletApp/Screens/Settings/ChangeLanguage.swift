// SPDX-License-Identifier: EUPL-1.2

/// UC9.3/1.1: the languages of the app.
struct ChangeLanguage: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case choose(Language), back
    }

    let current: Language
    /// The languages that the brand offers.
    let offered: [Language]

    let row: Row = "UC9.3/1.1"
    let helpTopic: String? = "UC9.3"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: "UC9.3/1.1b", .back)),
            .title("changeLanguage.title"),
            .list("changeLanguage.title", offered.map(option)),
        ]
    }

    private func option(_ language: Language) -> Piece<Action>.ListEntry {
        let label = Text("value.text", .verbatim(language.ownName))
        guard language != current else { return .chosen(label) }
        // A press of the only other language needs no value.
        let target = offered.count(where: { $0 != current }) > 1 ? language.rawValue : nil
        return .option(label, row: "UC9.3/1.1a", target: target, .choose(language))
    }
}
