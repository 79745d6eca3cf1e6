// SPDX-License-Identifier: EUPL-1.2

import Brands
import Foundation
import PhoneSimulator
import Testing
import WalletApp
import WebPages

@testable import PhoneWeb

/// The colours and pictures of each brand on the page.
struct BrandLookTests {
    /// Ink and ground that meet, and the contrast that WCAG 2.2 asks for: 4.5 for text, 3 for parts of controls.
    private static let meetings: [(ink: String, ground: String, least: Double)] = [
        ("accent", "paper", 4.5), ("accent", "mist", 4.5), ("accent", "accent-soft", 4.5), ("on-accent", "accent", 4.5),
        ("on-accent", "accent-pressed", 4.5), ("accent", "press", 4.5), ("ink", "press", 4.5), ("ink", "accent-soft", 4.5),
        ("ink", "pass-own", 4.5), ("focus", "paper", 3), ("focus", "mist", 3), ("on-splash", "splash", 4.5),
        ("on-dark", "wall-bottom", 4.5), ("on-dark", "wall-top", 4),
    ]

    private static func page(_ brand: Brand) throws -> [String: AssetFile] {
        try StaticFiles(AssetFolder(Drawings.resources.appending(path: "Assets")), kind: .iPhone, brand: brand).files
    }

    /// The colours of the first rule of each style sheet, for light and for dark.
    private static func colors(_ brand: Brand) throws -> [String: [UInt32]] {
        let text = String(decoding: try #require(try page(brand)["/tokens.css"]).bytes, as: UTF8.self)
        let token = /\s*--([a-z-]+): (?:light-dark\()?#([0-9A-F]{6})(?:, #([0-9A-F]{6})\))?;/
        var colors: [String: [UInt32]] = [:]
        for line in text.split(separator: "\n") {
            guard let match = line.wholeMatch(of: token) else { continue }
            let name = String(match.output.1)
            guard colors[name] == nil, let light = UInt32(match.output.2, radix: 16) else { continue }
            colors[name] = [light, match.output.3.flatMap { UInt32($0, radix: 16) } ?? light]
        }
        return colors
    }

    private static func luminance(_ color: UInt32) -> Double {
        let parts = [16, 8, 0].map { shift -> Double in
            let value = Double((color >> UInt32(shift)) & 0xFF) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }

    @Test(arguments: Brand.all)
    func `the colours have enough contrast in light and dark mode`(_ brand: Brand) throws {
        let colors = try Self.colors(brand)
        for (ink, ground, least) in Self.meetings {
            let (inks, grounds) = (try #require(colors[ink]), try #require(colors[ground]))
            for (one, other) in zip(inks, grounds) {
                let pair = [Self.luminance(one), Self.luminance(other)].sorted()
                #expect((pair[1] + 0.05) / (pair[0] + 0.05) >= least, "\(brand.identifier): \(ink) on \(ground)")
            }
        }
    }

    @Test(arguments: Brand.all)
    func `every brand colour is a token of the page, and high contrast has colours of its own`(_ brand: Brand) throws {
        let sheet = String(decoding: try #require(try Self.page(brand)["/tokens.css"]).bytes, as: UTF8.self)
        for (name, value) in brand.look.tokens {
            #expect(sheet.ranges(of: "\(name): \(value);").count == 1, "\(name)")
        }
        #expect(sheet.ranges(of: "--accent: var(--ink);").count == 2)
    }

    @Test(arguments: Brand.all)
    func `the page has the brand's name and mark`(_ brand: Brand) throws {
        let page = String(decoding: try #require(try Self.page(brand)["/"]).bytes, as: UTF8.self)
        #expect(page.contains("<title>\(brand.names.product) on a simulated iPhone</title>") && !page.contains("{{"))
        #expect(page.contains(try Artwork(brand.look.drawings).mark.markup))
    }

    @Test func `the two brands look different`() throws {
        let (one, other) = (try Self.page(.nlWallet), try Self.page(.example))
        for path in ["/", "/tokens.css", "/icons/favicon.svg"] { #expect(one[path]?.bytes != other[path]?.bytes, "\(path)") }
    }
}
