// SPDX-License-Identifier: EUPL-1.2

import Foundation
import TestEnvironment
import Testing
import WebPages

@testable import RevocationPortal

/// The name, colours and pictures of another product on the portal's pages.
struct PortalSkinTests {
    /// A folder with one drawing of the product.
    private func folder(_ body: (URL) async throws -> Void) async throws {
        try await TemporaryDirectory.with { folder in
            for part in ["pictures", "icons"] {
                try FileManager.default.createDirectory(atPath: folder.path(part), withIntermediateDirectories: false)
            }
            try folder.write(Array(#"<svg class="mark"><path d="M1 2"/></svg>"#.utf8), to: "pictures/mark.svg")
            try folder.write(Array(#"<svg><path d="M3 4"/></svg>"#.utf8), to: "icons/favicon.svg")
            try await body(folder.url)
        }
    }

    @Test func `a skin has its own name, colours, mark and icon, and keeps the other pictures`() async throws {
        try await folder { folder in
            let skin = PortalSkin(product: "Example <Wallet>", languages: ["de"], colors: ["--accent": "#0B6B50"], drawings: folder)
            let test = try TestPortal(stores: false, skin: skin)
            try await test.serving { open in
                let page = try await open().get("/").body
                #expect(page.contains("Example &lt;Wallet&gt;") && !page.contains("NL Wallet") && page.contains(#"d="M1 2""#))
                #expect(try page.contains(Artwork()[.deletionCode].markup))
                #expect(try await open().get("/tokens.css").body.contains("--accent: #0B6B50;"))
                #expect(try await open().get("/favicon.svg").body.contains(#"d="M3 4""#))
            }
        }
    }

    @Test func `the usual skin has the shared colours and pictures`() async throws {
        try await TestPortal().serving { open in
            let tokens = try await open().get("/tokens.css").body
            #expect(tokens.contains("--accent") && !tokens.contains("#0B6B50"))
            let page = try await open().get("/").body
            #expect(try page.contains(Artwork()[.mark].markup))
        }
    }
}
