// SPDX-License-Identifier: EUPL-1.2

/// Error: the device is connected, but our service does not answer, or the server of an organization that asks for data.
struct ServerUnreachable: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case retry
        case help
        /// An addition: the way back. For an organization's server it leads to the question whether to stop.
        case back
    }

    /// The text on maintenance announced for now; nil if there is none.
    var notice: Text?
    /// True if there is a screen to go back to, and nothing that must be finished.
    var canGoBack = false
    /// True for the server of an organization. Nothing was sent to it, so there is always a way back.
    var isOrganization = false

    let row: Row = "error/ServerUnreachable"
    var pieces: [Piece<Action>] {
        [
            canGoBack || isOrganization
                ? .topBar(.back(row: "extra/13a", .back), .help(row: "error/ServerUnreachable.help", .help))
                : .topBar(.help(row: "error/ServerUnreachable.help", .help)),
            .illustration(.serverUnreachable),
            .title(isOrganization ? "serverUnreachable.organization.title" : "serverUnreachable.title"),
            .paragraph(isOrganization ? "serverUnreachable.organization.text" : notice ?? "serverUnreachable.text"),
            .button(.primary, "common.retry", row: "error/ServerUnreachable.retry", .retry),
        ]
    }
}
