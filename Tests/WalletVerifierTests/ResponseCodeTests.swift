// SPDX-License-Identifier: EUPL-1.2

import OpenID4VP
import Testing
import WalletVerifier

@Suite("The browser that comes back")
struct ResponseCodeTests {
    @Test("On the same device the party needs the code that its browser got")
    func code() async throws {
        try await DeskWorld.with { world in
            var walk = try await DeskWalk(world, .sameDevice, returnURL: "https://shop.example/back")
            let reply = try await walk.answer()
            let uri = try #require(reply.redirectURI)
            #expect(uri.hasPrefix("https://shop.example/back?response_code="))
            let shop = try world.shop
            let code = String(uri.suffix(43))
            #expect(try await walk.resultReason(shop) == .responseCodeMissing)
            for wrong in ["", "x", code + "x", String(code.dropLast()), walk.walletToken] {
                #expect(try await walk.resultReason(shop, code: wrong) == .responseCodeWrong)
            }
            #expect(try await walk.resultReason(try world.other, code: code) == .notFound)
            #expect(try await walk.resultReason(shop, code: code) == nil)
            #expect(try await walk.resultReason(shop, code: code) == .resultTaken)
        }
    }

    @Test("On the verifier's own page the code counts in the browser that began")
    func ownPage() async throws {
        try await DeskWorld.with { world in
            var walk = try await DeskWalk(world, .sameDevice)
            let reply = try await walk.answer()
            let uri = try #require(reply.redirectURI)
            #expect(uri.hasPrefix("https://shop.example/s/\(walk.pageToken)/done?response_code="))
            let code = String(uri.suffix(43))
            let (desk, shop, token, browser) = (world.desk, try world.shop, walk.pageToken, walk.browser)
            #expect(try await walk.resultReason(shop) == .responseCodeMissing)
            // Knowing the code is not having the browser.
            #expect(try await walk.resultReason(shop, code: code) == .responseCodeMissing)
            for stranger in [nil, desk.newBrowser()] {
                #expect(
                    try await reason { _ = try await desk.arrive(token, browser: stranger, responseCode: code) } == .otherBrowser)
            }
            #expect(
                try await reason { _ = try await desk.arrive(token, browser: browser, responseCode: "x") } == .responseCodeWrong)
            #expect(try await walk.resultReason(shop) == .responseCodeMissing)
            #expect(try await desk.arrive(token, browser: browser, responseCode: code).state == .answered)
            #expect(try await desk.arrive(token, browser: browser, responseCode: code).state == .answered)
            #expect(try await walk.resultReason(shop) == nil)
        }
    }

    @Test("On another device there is no redirect, and the page leads on")
    func crossDevice() async throws {
        try await DeskWorld.with { world in
            var walk = try await DeskWalk(world, returnURL: "https://shop.example/back")
            #expect(try await world.desk.page(walk.pageToken, browser: walk.browser).next == nil)
            let reply = try await walk.answer()
            #expect(reply.redirectURI == nil)
            let view = try await world.desk.page(walk.pageToken, browser: walk.browser)
            #expect(view.next == "https://shop.example/back" && view.crossDevice == nil && view.sameDevice == nil)
        }
    }
}
