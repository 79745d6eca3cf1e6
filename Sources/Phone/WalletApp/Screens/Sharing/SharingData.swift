// SPDX-License-Identifier: EUPL-1.2

/// UC5.1/1.7, UC5.2/1.8: the answer is made and sent.
struct SharingData: Screen {
    let isLogin: Bool

    var row: Row { rows.row(rows.sending) }
    var pieces: [Piece<NoAction>] {
        [
            .title(isLogin ? "sharingData.login" : "sharingData.title"),
            .progress("sharingData.progress"),
        ]
    }

    private var rows: SharingRows { SharingRows(isLogin: isLogin) }
}
