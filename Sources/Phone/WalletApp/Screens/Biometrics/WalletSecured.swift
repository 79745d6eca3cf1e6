// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport

/// UC2.1/1.5: your wallet is secured.
struct WalletSecured: Screen {
    /// What the design lists.
    enum Action: Sendable {
        case next
    }

    /// What opens the wallet beside the PIN; nil when only the PIN does.
    let biometrics: BiometricKind?

    let row: Row = "UC2.1/1.5"
    var pieces: [Piece<Action>] {
        [
            .stepBar(.biometrics),
            .illustration(.secured),
            .title("walletSecured.title"),
            .paragraph(biometrics.map { Text("walletSecured.text.\($0.rawValue)") } ?? "walletSecured.text.pin"),
            .button(.primary, "common.next", row: "UC2.1/1.5a", .next),
        ]
    }
}
