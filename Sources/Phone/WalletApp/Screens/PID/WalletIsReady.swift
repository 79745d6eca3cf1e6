// SPDX-License-Identifier: EUPL-1.2

/// UC3.1/1.10: the wallet is ready for use.
struct WalletIsReady: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case overview
    }

    let row: Row = "UC3.1/1.10"
    let helpTopic: String? = "UC3.1.ready"
    var pieces: [Piece<Action>] {
        [
            .stepBar(.personalData),
            .illustration(.secured),
            .title("walletIsReady.title"),
            .paragraph("walletIsReady.text"),
            .button(.primary, "common.toOverview", row: "UC3.1/1.10a", .overview),
        ]
    }

    static func == (_: WalletIsReady, _: WalletIsReady) -> Bool { true }
}
