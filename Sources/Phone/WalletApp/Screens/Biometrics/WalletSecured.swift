// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport

/// UC2.1/1.5: the wallet is secured.
struct WalletSecured: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case next
    }

    /// The sensor that also unlocks the wallet; nil if only the PIN does.
    let biometrics: BiometricKind?

    let row: Row = "UC2.1/1.5"
    let helpTopic: String? = "UC2.1.secured"
    var pieces: [Piece<Action>] {
        [
            .stepBar(.biometrics),
            .illustration(.secured),
            .title("walletSecured.title"),
            .paragraph(biometrics.map { Text("walletSecured.text.\($0.rawValue)") } ?? "walletSecured.text.pin"),
            .button(.primary, "walletSecured.next", row: "UC2.1/1.5a", .next),
        ]
    }
}
