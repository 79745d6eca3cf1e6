// SPDX-License-Identifier: EUPL-1.2

/// UC5.1/8.1, UC5.2/8.1, UC6.3/4.1, UC7.2/5.1: what may be wrong with a request, or with the issuer of a card.
struct ReportProblem: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case problem(SharingReport)
        case back
    }

    private let rows: PageRows
    private let party: ReportedParty

    /// About the organization of a request.
    init(isLogin: Bool) { self.init(rows: PageRows(isLogin: isLogin), party: .organization(nil)) }

    init(rows: PageRows, party: ReportedParty) {
        (self.rows, self.party) = (rows, party)
    }

    var row: Row { rows.row(.report) }
    var helpTopic: String? { rows.reportHelp }
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: rows.row(.report, "a"), .back)),
            .title("reportProblem.title"),
            .paragraph("reportProblem.text"),
            .list("reportProblem.title", problems),
        ]
    }

    private var problems: [Piece<Action>.ListEntry] {
        party.problems.map { .link($0.words, row: rows.row(.report, "b"), target: $0.rawValue, .problem($0)) }
    }
}
