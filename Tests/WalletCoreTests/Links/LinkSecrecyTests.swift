// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing

@testable import WalletCore
@testable import WalletInterface

/// No code or request object of a link appears in loggable text (threat T-U4).
struct LinkSecrecyTests {
    private static let canary = "canary7f3a91"
    private static let text = "https://wallet.example/link/disclosure?request_uri=\(canary)&code=\(canary)"

    /// Returns every textual representation of a value in Swift.
    private func renderings(_ value: some Any) -> [String] {
        var dumped = ""
        dump(value, to: &dumped)
        var reflected: [String] = []
        func reflect(_ value: Any) {
            reflected.append("\(value)")
            for child in Mirror(reflecting: value).children { reflect(child.value) }
        }
        reflect(value)
        return ["\(value)", String(describing: value), String(reflecting: value), "\([value])", dumped] + reflected
    }

    private func expectSilence(_ value: some Any, at location: SourceLocation = #_sourceLocation) {
        for rendering in renderings(value) {
            #expect(!rendering.contains(Self.canary), "\(type(of: value))", sourceLocation: location)
            #expect(!rendering.contains("wallet.example"), "\(type(of: value))", sourceLocation: location)
        }
    }

    @Test func `printing a link shows only its kind and length`() throws {
        let link = try #require(UniversalLink(recognising: Self.text, by: .embedded))
        #expect(link.logged == "disclosure link, \(Self.text.utf8.count) bytes")
        #expect("\(link)" == link.logged)
        #expect(String(reflecting: link) == link.logged)
        #expect(Mirror(reflecting: link).children.isEmpty)
    }

    @Test func `printing a link or anything that contains a link does not show its content`() throws {
        let link = try #require(UniversalLink(recognising: Self.text, by: .embedded))
        let record = PendingLinkStore.record(of: link, after: nil, at: Date(timeIntervalSince1970: 1_800_000_000), ticket: "a")
        let content = try #require(PendingLinkStore.content(of: record, at: record.receivedAt, by: .embedded, lifetime: 300))
        expectSilence(link)
        expectSilence(link.text)
        expectSilence(LinkParts(parsing: Self.text) as Any)
        expectSilence(record)
        expectSilence(content)
        expectSilence(LinkDecision.resolves(link))
        expectSilence(LinkDecision.continuesSession(link))
        expectSilence(LinkReception.waits(content.visible))
        expectSilence([link.kind: link])
        expectSilence(Result<UniversalLink, WalletCoreError>.success(link))
    }

    @Test func `the search finds the link's content where it was put on purpose`() {
        #expect(renderings(Self.text).allSatisfy { $0.contains(Self.canary) })
    }

    @Test func `a link's content is in no file, neither while it waits nor afterwards`() async throws {
        let phone = try Phone()
        let core = try await phone.launch()
        for _ in 0..<2 {
            guard case .waits(let pending) = try await core.receive(link: Self.text) else {
                Issue.record("the link was not recognised")
                return
            }
            for _ in 0..<2 {
                for name in try FileManager.default.contentsOfDirectory(atPath: phone.utilities.storageDirectory) {
                    let bytes = try Data(contentsOf: URL(fileURLWithPath: phone.utilities.storageDirectory + "/" + name))
                    #expect(bytes.range(of: Data(Self.canary.utf8)) == nil, "\(name)")
                }
                try await core.discardPendingLink(pending.ticket)
            }
        }
        #expect(phone.provider.network.requests.isEmpty)
    }

    @Test func `if the store is full the pending link stays, and the error does not reveal the new link`() async throws {
        let phone = try Phone()
        let core = try await phone.launch()
        guard case .waits(let pending) = try await core.receive(link: Self.text) else {
            Issue.record("the link was not recognised")
            return
        }
        let store = try await core.store()
        try FullDisk.fill(store)
        do {
            _ = try await core.receive(link: Self.text + String(repeating: Self.canary, count: 600))
            Issue.record("the disk was not full")
        } catch {
            #expect(error.code == .storeFull)
            expectSilence(error)
        }
        try FullDisk.free(store)
        #expect(try await core.pendingLink() == pending)
    }
}
