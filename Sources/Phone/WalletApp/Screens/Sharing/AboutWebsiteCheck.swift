// SPDX-License-Identifier: EUPL-1.2

/// UC5.1/3.1, UC5.2/3.1: why the address is compared, how, and what to do if it differs.
struct AboutWebsiteCheck: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case back
    }

    let isLogin: Bool

    var row: Row { rows.row("3.1") }
    let helpTopic: String? = "UC5.1.websiteAbout"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: rows.row("3.1a"), .back)),
            .title("websiteCheck.about"),
            .heading("aboutWebsiteCheck.why"),
            .paragraph("aboutWebsiteCheck.why.text"),
            .heading("aboutWebsiteCheck.how"),
            .paragraph("aboutWebsiteCheck.how.text"),
            .heading("aboutWebsiteCheck.differs"),
            .paragraph("aboutWebsiteCheck.differs.text"),
        ]
    }

    private var rows: SharingRows { SharingRows(isLogin: isLogin) }
}
