// SPDX-License-Identifier: EUPL-1.2

import Brands
import Foundation
import Testing

@testable import WalletApp

/// The screens that only the user may see.
struct SensitiveScreenTests {
    /// The screens that show nothing of a wallet or its user.
    private static let open: Set<String> = [
        "IntroductionAddingCards", "IntroductionSecureLogin", "IntroductionSharing", "PrivacyConsiderations", "PrivacyStatement", "Splash",
    ]

    @Test func `every screen is sensitive except the start, the introduction and the privacy pages`() {
        for screen in Gallery.screens.map({ Presentation.Drawn($0) }) {
            #expect(screen.isSensitive != Self.open.contains(screen.screen), "\(screen.screen)")
        }
    }

    /// The part of a screen's JSON that a host reads.
    private struct Told: Decodable {
        let isSensitive: Bool
    }

    @Test func `a host in any language is told that a screen is sensitive, even below a prompt that is not`() throws {
        let words = DrawnScreen.Words(try StringCatalog.load(for: .nlWallet), in: .english)
        func isSensitive(_ top: Presentation.Drawn, over below: Presentation.Drawn?) throws -> Bool {
            let screen = DrawnScreen(Presentation(ticket: 1, top: top, below: below, direction: .none, isLive: true), words)
            return try JSONDecoder().decode(Told.self, from: JSONEncoder().encode(screen)).isSensitive
        }
        let secret = Presentation.Drawn(OpenWithPIN(notice: nil))
        let open = Presentation.Drawn(screen: "Prompt", row: "UC1.1/1.1", style: .prompt, components: [], isSensitive: false)
        #expect(try isSensitive(secret, over: nil))
        #expect(try isSensitive(open, over: secret))
        #expect(try !isSensitive(open, over: nil))
    }
}
