// SPDX-License-Identifier: EUPL-1.2

import Testing
import WalletInterface

@testable import WalletCore

struct UniversalLinkTests {
    private func kind(_ text: String, _ patterns: [UniversalLinkPattern] = .embedded) -> UniversalLinkKind? {
        UniversalLink(recognising: text, by: patterns)?.kind
    }

    // MARK: Valid links

    @Test func `the embedded configuration has exactly one pattern for each kind of link`() {
        #expect([UniversalLinkPattern].embedded.map(\.kind) == UniversalLinkKind.allCases)
    }

    @Test func `valid links are recognised by both parsers, with any query`() {
        for (right, text) in HostileLinks.right {
            for query in HostileLinks.queries {
                #expect(kind(text + query) == right, "\(text + query)")
                #expect(LinkOracle.kind(of: text + query) == right, "\(text + query)")
            }
        }
    }

    @Test func `a link's text is kept byte for byte`() throws {
        let text = "https://wallet.example/link/disclosure?request_uri=https%3a%2F%2Fa.example"
        let link = try #require(UniversalLink(recognising: text, by: .embedded))
        #expect(link.withText { Array($0.utf8) } == Array(text.utf8))
    }

    @Test func `a link of the maximum length is recognised, and one byte more is not`() {
        let text = "https://wallet.example/link/disclosure?"
        let longest = text + String(repeating: "a", count: UniversalLink.longest - text.utf8.count)
        #expect(kind(longest) == .disclosure)
        #expect(kind(longest + "a") == nil)
    }

    @Test func `a new configuration recognises its own links and no longer the embedded ones`() throws {
        let patterns = try #require(
            [
                UniversalLinkPattern(kind: .disclosure, scheme: "https", host: "ul.example", port: 8443, segments: ["share"]),
                UniversalLinkPattern(kind: .issuance, scheme: "org.example.wallet", host: "offer", segments: ["a", "b", "c"]),
            ] as? [UniversalLinkPattern])
        #expect(kind("https://ul.example:8443/share?a=b", patterns) == .disclosure)
        #expect(kind("org.example.wallet://offer/a/b/c", patterns) == .issuance)
        for text in [
            "https://ul.example/share", "https://ul.example:443/share", "https://ul.example:08443/share", "https://ul.example:8444/share",
            "org.example.wallet://offer/a/b", "org.example.wallet://offer/a/b/c/d", "org.example.wallet://offer/a%2fb/c",
            "org.example.wallet:offer/a/b/c", "https://offer/a/b/c", "https://wallet.example/link/disclosure",
        ] {
            #expect(kind(text, patterns) == nil, "\(text)")
        }
    }

    @Test(arguments: [
        ("?session_type=cross_device", true), ("?a=b&session_type=cross_device&c=d", true), ("?session%5Ftype=cross%5fdevice", true),
        ("?request_uri=https%3A%2F%2Fv.example%2Fr%3Fsession_type%3Dcross_device", true),
        ("?request_uri=https://v.example/r?session_type=cross_device", true),
        ("?client_id=a&request_uri=https%3A%2F%2Fv.example%2Fr%3Fa%3Db%26session_type%3Dcross_device%23c", true),
        ("?session_type=same_device&session_type=cross_device", true),
        ("", false), ("?", false), ("?session_type", false), ("?session_type=", false), ("?session_type=same_device", false),
        ("?session_type=cross_device2", false), ("?Session_type=cross_device", false), ("?a=session_type=cross_device", false),
        ("?request_uri=https%3A%2F%2Fv.example%2Fr%3Fsession_type%3Dsame_device", false),
        ("?request_uri=https%3A%2F%2Fv.example%2Fsession_type%3Dcross_device", false),
        ("?request_uri=https%3A%2F%2Fv.example%2Fr%3Fa%23session_type%3Dcross_device", false),
        ("?redirect_uri=https%3A%2F%2Fv.example%2Fr%3Fsession_type%3Dcross_device", false),
    ])
    func `a link contains whether it was meant to be scanned`(query: String, isMeant: Bool) throws {
        let link = try #require(UniversalLink(recognising: "https://wallet.example/link/disclosure" + query, by: .embedded))
        #expect(link.isMeantForScanning == isMeant)
    }

    // MARK: Invalid links

    @Test func `hostile links are not recognised by either parser`() {
        let links = HostileLinks.all
        #expect(links.count >= 1000)
        for text in links {
            // A plain comparison, because tens of thousands of expectations are slow.
            if kind(text) != nil { Issue.record("\(text.prefix(200).debugDescription)") }
            if LinkOracle.kind(of: text) != nil { Issue.record("the oracle takes \(text.prefix(200).debugDescription)") }
        }
    }

    @Test func `no link is recognised without patterns, or if patterns of two kinds match it`() throws {
        let text = "https://wallet.example/link/disclosure"
        #expect(kind(text, []) == nil)
        #expect(kind(text, .embedded + .embedded) == .disclosure)
        let other = try #require(
            UniversalLinkPattern(kind: .issuance, scheme: "https", host: "wallet.example", segments: ["link", "disclosure"]))
        #expect(kind(text, .embedded + [other]) == nil)
        #expect(kind(text, [other] + .embedded) == nil)
    }

    @Test(
        arguments: [
            ("http", "a.example", nil, ["a"]), ("HTTPS", "a.example", nil, ["a"]), ("", "a.example", nil, ["a"]),
            ("https:", "a.example", nil, ["a"]),
            ("https", "", nil, ["a"]), ("https", "A.example", nil, ["a"]), ("https", "a.example.", nil, ["a"]),
            ("https", "u@a.example", nil, ["a"]),
            ("https", "a.example:1", nil, ["a"]), ("https", "*.example", nil, ["a"]), ("https", "[::1]", nil, ["a"]),
            ("https", "a/b", nil, ["a"]),
            ("https", "-a.example", nil, ["a"]), ("https", "\u{430}.example", nil, ["a"]), ("https", "a.example", 0, ["a"]),
            ("https", "a.example", -1, ["a"]), ("https", "a.example", 65_536, ["a"]), ("https", "a.example", nil, []),
            ("https", "a.example", nil, [""]),
            ("https", "a.example", nil, ["a", ""]), ("https", "a.example", nil, ["."]), ("https", "a.example", nil, [".."]),
            ("https", "a.example", nil, ["a/b"]), ("https", "a.example", nil, ["a%2f"]), ("https", "a.example", nil, ["a?"]),
            ("https", "a.example", nil, ["*"]), ("https", "a.example", nil, ["\u{E9}"]),
        ] as [(String, String, Int?, [String])])
    func `a pattern that no link can match is refused`(scheme: String, host: String, port: Int?, segments: [String]) {
        #expect(UniversalLinkPattern(kind: .disclosure, scheme: scheme, host: host, port: port, segments: segments) == nil)
    }

    // MARK: Mutations

    /// Changes that turn a valid link into an almost valid one.
    private func mutate(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
        let interesting = Array("/\\:@?#%.&=-_~2fFeE0 \t\n\u{0}[]aAzZ;,'\"<>\u{7F}\u{202E}\u{301}".utf8)
        let place = Int.random(in: 0...bytes.count, using: &generator)
        let other = Int.random(in: 0...bytes.count, using: &generator)
        let range = min(place, other)..<min(max(place, other), min(place, other) + 12)
        switch Int.random(in: 0..<7, using: &generator) {
        case 0: bytes.insert(interesting.randomElement(using: &generator) ?? 0, at: place)
        case 1: if place < bytes.count { bytes.remove(at: place) }
        case 2: if place < bytes.count { bytes[place] = interesting.randomElement(using: &generator) ?? 0 }
        case 3: if place < bytes.count { bytes[place] ^= 0x20 }
        case 4: bytes.insert(contentsOf: bytes[range], at: place)
        case 5: bytes.removeSubrange(range)
        default: if place < bytes.count { bytes.replaceSubrange(place...place, with: "%\(String(bytes[place], radix: 16))".utf8) }
        }
    }

    @Test(arguments: 1...8)
    func `both parsers agree about every mutation of a valid link`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var recognised = 0
        for _ in 0..<2500 {
            let right = try #require(HostileLinks.right.randomElement(using: &generator))
            var bytes = Array((right.text + (HostileLinks.queries.randomElement(using: &generator) ?? "")).utf8)
            for _ in 0...Int.random(in: 0..<3, using: &generator) { mutate(&bytes, &generator) }
            let text = String(decoding: bytes, as: UTF8.self)
            let found = kind(text)
            if found != LinkOracle.kind(of: text) { Issue.record("the parsers differ about \(text.debugDescription)") }
            guard found != nil else { continue }
            recognised += 1
            if !HostileLinks.right.contains(where: { text == $0.text || text.hasPrefix($0.text + "?") }) {
                Issue.record("\(text.debugDescription) is recognised")
            }
        }
        // Both outcomes occurred often.
        #expect((100..<2400).contains(recognised))
    }
}
