// SPDX-License-Identifier: EUPL-1.2

import Brands
import Foundation
import JSON
import PhoneSimulator
import Testing
import WebPages

@testable import PhoneWeb
@testable import WalletApp

/// The gallery as drawn by the phone's page. `make gallery` and the browser tests write it to a folder and open it there.
struct DrawnGalleryTests {
    /// The output folder; nil for none.
    private static let folder = ProcessInfo.processInfo.environment["WALLET_GALLERY"].map { URL(filePath: $0) }

    private let glass: GlassRenderer

    init() throws {
        let artwork = try Artwork()
        glass = GlassRenderer(
            artwork: artwork, screens: ScreenRenderer(artwork: artwork, catalog: try StringCatalog.load(for: .nlWallet)),
            appName: Brand.nlWallet.names.product)
    }

    @Test(arguments: Brand.nlWallet.languages)
    func `a screen has one title, at most one primary button, and one ground for every part`(_ language: Language) {
        for picture in Picture.all {
            let markup = draw(picture, in: language).screen
            let name = picture.name
            if picture.presentation != nil {
                let title = picture.isDialog ? "id=\"dialog-title\"" : "id=\"screen-title\""
                #expect(markup.ranges(of: title).count == 1, "\(name)")
            }
            #expect(markup.ranges(of: "class=\"button primary\"").count <= (picture.isDialog ? 2 : 1), "\(name)")
            #expect(!markup.contains("common.") && !markup.contains("%1$"), "\(name)")
        }
    }

    @Test(.enabled(if: Self.folder != nil))
    func `the gallery is written for the browser to show`() throws {
        let folder = try #require(Self.folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (path, file) in try Self.files() {
            let url = folder.appending(path: path == "/" ? "index.html" : String(path.dropFirst()))
            try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try file.bytes.write(to: url)
        }
        let pictures = Picture.all.enumerated().map { index, picture -> JSONValue in
            let states = Brand.nlWallet.languages.map { ($0.rawValue, JSONValue.object(PageState(draw(picture, in: $0)).phoneEvent)) }
            return .object([
                "name": .string(picture.name), "screen": .string(picture.screen), "kind": .string(picture.kind.rawValue),
                "number": .integer(Int64(index)),
                "phone": .object(JSONObject(states)),
            ])
        }
        let list: JSONObject = ["pictures": .array(pictures)]
        try Data(list.encode()).write(to: folder.appending(path: "gallery.json"))
    }

    private func draw(_ picture: Picture, in language: Language) -> PageState.Phone {
        var device = picture.device
        device.settings.language = DeviceSettings.Language(rawValue: language.rawValue)
        return glass.draw(device, showing: picture.presentation.map { Glass.Shown(presentation: $0, language: language) })
    }

    /// Returns the files served beside the screens.
    private static func files() throws -> [String: AssetFile] {
        let assets = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources/Phone/PhoneWeb/Assets")
        return try StaticFiles(AssetFolder(assets.standardizedFileURL), kind: .iPhone, brand: .nlWallet).files
    }
}

extension PageState {
    fileprivate init(_ phone: Phone) { self.init(phone: phone, device: "", design: "", clockOffset: 0, steadyOffset: 0) }

    /// The page's event for the glass.
    fileprivate var phoneEvent: JSONObject { events(since: nil).first { "\($0.name)" == "phone" }?.data ?? [:] }
}
