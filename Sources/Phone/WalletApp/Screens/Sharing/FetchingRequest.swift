// SPDX-License-Identifier: EUPL-1.2

/// UC5.1/1.1, UC5.2/1.1: the request is fetched and checked.
struct FetchingRequest: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case stop
    }

    /// True once it is known that the request is a login.
    var isLogin = false

    var row: Row { rows.row("1.1") }
    var pieces: [Piece<Action>] {
        [
            .title("fetchingRequest.title"),
            .progress("fetchingRequest.progress"),
            .button(.text, "sharing.stop", row: rows.row("1.1d"), .stop),
        ]
    }

    private var rows: SharingRows { SharingRows(isLogin: isLogin) }
}
