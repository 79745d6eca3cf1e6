// SPDX-License-Identifier: EUPL-1.2

import Brands
import Foundation
import TestEnvironment
import TestParties
import Testing
import WalletApp

@testable import PhoneSimulator
@testable import PhoneWeb

/// A simulated phone with its renderers. Its directory is removed with it.
final class TestPhone: Sendable {
    let phone: SimulatedPhone
    let browser: SimulatedBrowser
    /// The browser of the laptop beside the phone.
    let laptop: SimulatedBrowser
    let trace: Trace
    let world = FakeWorld()
    let workbench: Workbench
    private let directory: TemporaryDirectory

    static let start = Date(timeIntervalSince1970: 1_800_000_000)
    /// A web site to open, for what is offered only with one.
    static let sites = [OfferedSite(name: "Shop", address: "https://shop.example/", subtitle: "An age check")]

    /// - Parameters:
    ///   - pages: the pages that both browsers find.
    ///   - sites: the web sites to open.
    init(_ kind: PhoneKind = .iPhone, pages: Pages = Pages(), sites: [OfferedSite] = []) throws {
        directory = try TemporaryDirectory(isInMemory: false)
        let phone = try SimulatedPhone(state: StateDirectory(directory.path("phone")), maker: Makers.shared[kind], base: { Self.start })
        self.phone = phone
        browser = SimulatedBrowser(
            phone: phone, network: pages, associated: [try #require(BrowserAddress("https://app.example/in"))],
            limits: BrowserLimits(time: TestServer.patience))
        laptop = SimulatedBrowser(laptopBeside: phone, network: pages, limits: BrowserLimits(time: TestServer.patience))
        trace = Trace(now: { phone.clock.now })
        workbench = Workbench(
            phone: phone, browser: browser, laptop: laptop, sites: sites, world: world, trace: trace, brand: .nlWallet,
            catalog: try Self.catalog(),
            drawings: try Drawings(of: kind, for: .nlWallet))
    }

    var artwork: Artwork { get throws { try Artwork() } }

    /// Draws screens with the texts of `catalog`.
    var screens: ScreenRenderer { get throws { ScreenRenderer(artwork: try artwork, catalog: try Self.catalog()) } }

    /// A catalogue whose texts contain key and language, and one text that tries to break out of markup.
    static func catalog() throws -> StringCatalog {
        let keys = [
            "title", "text", "label", "ok", "close", "delete", "naughty", "pinPad.keys", "pinPad.checking", "pinPad.delete",
            "pinPad.digits",
            "stepBar.label", "app.name",
        ]
        let sentences = keys.map { key in
            let (english, dutch) =
                switch key {
                case "naughty": ("<script>%1$@</script>", "\\\"><b>")
                case "pinPad.digits": ("en %1$@ digits", "nl %1$@ digits")
                case "stepBar.label": ("en %1$lld of %2$lld", "nl %1$lld of %2$lld")
                default: ("en \(key)", "nl \(key)")
                }
            return """
                "\(key)": {"localizations": {"en": {"stringUnit": {"value": "\(english)"}}, "nl": {"stringUnit": {"value": "\(dutch)"}}}}
                """
        }
        return try StringCatalog(parsing: Data("{\"strings\": {\(sentences.joined(separator: ","))}}".utf8))
    }
}

/// A screen invented by a test.
struct AnyScreen: Screen {
    let row: Row
    let style: ScreenStyle
    let pieces: [Piece<String>]

    init(row: Row = "UC1.1/1.1", style: ScreenStyle = .full, _ pieces: [Piece<String>]) {
        self.row = row
        self.style = style
        self.pieces = pieces
    }

    static func == (left: AnyScreen, right: AnyScreen) -> Bool { left.row == right.row }
}

/// A network with pages by address, and nothing else.
struct Pages: PageNetwork {
    var found: [String: PageResponse] = [:]

    func send(_ request: PageRequest) async throws(BrowserFault) -> PageResponse {
        guard let response = found[request.address.requested] else { throw .unreachable }
        return response
    }
}

extension PageResponse {
    static func html(_ body: String) -> PageResponse { PageResponse(status: 200, mediaType: "text/html", body: Array(body.utf8)) }
}
