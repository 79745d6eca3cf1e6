// SPDX-License-Identifier: EUPL-1.2

/// UC9.3/1.1: the languages of the app.
struct ChangeLanguage: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case choose(Language), back
    }

    let current: Language

    let row: Row = "UC9.3/1.1"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: "UC9.3/1.1b", .back)),
            .title("changeLanguage.title"),
            .list("changeLanguage.title", option(.dutch, "changeLanguage.nl"), option(.english, "changeLanguage.en")),
        ]
    }

    private func option(_ language: Language, _ label: Text) -> Piece<Action>.ListEntry {
        language == current ? .chosen(label) : .option(label, row: "UC9.3/1.1a", .choose(language))
    }
}
