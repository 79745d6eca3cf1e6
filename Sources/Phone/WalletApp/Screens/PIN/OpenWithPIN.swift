// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC2.3/1.3: unlocks with the PIN.
struct OpenWithPIN: Screen {
    /// The actions that the design lists, and help.
    enum Action: Sendable {
        case pin(PIN)
        case forgotPIN
        case info
        case help
        case discardLink(PendingLink.Ticket)
    }

    /// The reason that the PIN is asked although biometric unlock is enabled; nil without an explanation.
    let notice: Text?
    /// The link that opens after the unlock; nil if there is none.
    var link: PendingLink?

    let row: Row = "UC2.3/1.3"
    var pieces: [Piece<Action>] {
        let head: [Piece<Action>] = [
            .topBar(.info(row: "UC2.3/1.3c", .info), .help(row: "extra/3a", .help)),
            .title("openWithPIN.title"),
        ]
        // The link's text replaces the paragraph, because the keys need the space.
        let text: [Piece<Action>] = link == nil ? [.paragraph("openWithPIN.text")] : []
        let explanation = notice.map { [.banner(.info, $0)] } ?? text
        return head + explanation + (link.map(waiting) ?? []) + [
            .pinPad("openWithPIN.field", row: "UC2.3/1.3a") { .pin($0) },
            .button(.text, "openWithPIN.forgot", row: "UC2.3/1.3b", .forgotPIN),
        ]
    }

    /// link/1: the link that opens after the unlock, with a button to discard it.
    private func waiting(_ link: PendingLink) -> [Piece<Action>] {
        [
            .banner(.info, Text("waitingLink.\(link.kind.rawValue)")),
            .button(
                .text, link.hasReplaced ? "waitingLink.discardNewest" : "waitingLink.discard", row: "link/1a", value: link.ticket.name,
                .discardLink(link.ticket)),
        ]
    }
}
