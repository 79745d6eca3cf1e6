// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC2.3/1.3: open with your PIN.
struct OpenWithPIN: Screen {
    /// What the design lists, and help.
    enum Action: Sendable {
        case pin(PIN)
        case forgotPIN
        case info
        case help
        case discardLink(PendingLink.Ticket)
    }

    /// Why the PIN is asked although biometric unlock was enabled; nil when there is nothing to explain.
    let notice: Text?
    /// The link that waits for the unlock; nil when there is none.
    var link: PendingLink?

    let row: Row = "UC2.3/1.3"
    var pieces: [Piece<Action>] {
        let head: [Piece<Action>] = [
            .topBar(.info(row: "UC2.3/1.3c", .info), .help(row: "extra/3a", .help)),
            .title("openWithPIN.title"),
        ]
        // The link's words take the place of the paragraph: the keys need the room.
        let text: [Piece<Action>] = link == nil ? [.paragraph("openWithPIN.text")] : []
        let explanation = notice.map { [.banner(.info, $0)] } ?? text
        return head + explanation + (link.map(waiting) ?? []) + [
            .pinPad("openWithPIN.field", row: "UC2.3/1.3a") { .pin($0) },
            .button(.text, "openWithPIN.forgot", row: "UC2.3/1.3b", .forgotPIN),
        ]
    }

    /// link/1: what opens after the unlock, unless the user does not want it.
    private func waiting(_ link: PendingLink) -> [Piece<Action>] {
        [
            .banner(.info, Text("waitingLink.\(link.kind.rawValue)")),
            .button(
                .text, link.hasReplaced ? "waitingLink.discardNewest" : "waitingLink.discard", row: "link/1a", value: link.ticket.name,
                .discardLink(link.ticket)),
        ]
    }
}
