// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import Testing

@testable import SimulatedPhone

/// Scripted servers that record the requests they receive.
final class FakePages: PageNetwork {
    let asked = Recorded<[PageRequest]>([])
    private let answer: @Sendable (PageRequest) async throws(BrowserFault) -> PageResponse

    init(_ answer: @escaping @Sendable (PageRequest) async throws(BrowserFault) -> PageResponse) {
        self.answer = answer
    }

    /// Responses by address.
    convenience init(_ pages: [String: PageResponse]) {
        self.init { request throws(BrowserFault) in
            guard let page = pages[request.address.requested] else { throw .unreachable }
            return page
        }
    }

    func send(_ request: PageRequest) async throws(BrowserFault) -> PageResponse {
        asked.change { $0.append(request) }
        return try await answer(request)
    }

    /// The requested addresses.
    var addresses: [String] { asked.value.map(\.address.requested) }
}

extension PageResponse {
    /// An HTML page.
    static func html(_ body: String, cookies: [String] = []) -> PageResponse {
        PageResponse(status: 200, mediaType: "text/html", cookies: cookies, body: Array(body.utf8))
    }

    /// A redirect.
    static func redirect(_ status: Int = 303, to address: String?, cookies: [String] = []) -> PageResponse {
        PageResponse(status: status, location: address, cookies: cookies)
    }
}

/// A phone with a running browser, and the links given to its app.
struct BrowserStage: Sendable {
    let phone: SimulatedPhone
    let browser: SimulatedBrowser
    let pages: FakePages
    /// The links that the app was opened with.
    let links: Recorded<[String]>

    static let link = "https://app.example/wallet/in"
    static let associated: Set<AssociatedLink> = [AssociatedLink(host: "app.example", path: "/wallet/in")]

    /// Runs phone and browser while the body runs.
    static func running(
        _ pages: FakePages, limits: BrowserLimits = BrowserLimits(), _ body: @Sendable @escaping (BrowserStage) async throws -> Void
    ) async throws {
        let directory = TestDirectory()
        let phone = try directory.phone()
        let stage = BrowserStage(
            phone: phone, browser: SimulatedBrowser(phone: phone, network: pages, associated: associated, limits: limits), pages: pages,
            links: Recorded([]))
        try await withThrowingTaskGroup { group in
            group.addTask {
                await phone.run { process in
                    var events = process.lifecycle.makeAsyncIterator()
                    repeat {
                        while let link = process.links.oldest() {
                            stage.links.change { $0.append(link.text) }
                            process.links.forget(link)
                        }
                    } while await events.next() != nil
                }
            }
            group.addTask { await stage.browser.run() }
            try await body(stage)
            group.cancelAll()
        }
        _ = directory
    }

    /// Opens an address as the app does, and returns the content once loaded.
    func open(_ address: String) async -> SimulatedBrowser.Content {
        phone.launchApp()
        for await state in phone.appStateChanges() where state == .foreground { break }
        phone.leaveApp(for: .browser(address))
        browser.open(address)
        return await settled()
    }

    /// Waits until the browser has finished loading, and returns its content.
    func settled() async -> SimulatedBrowser.Content {
        for await _ in browser.changes() where !browser.view.isLoading { break }
        return browser.view.content
    }

    /// Waits until the app is in the foreground and has received a link.
    func app() async -> [String] {
        for await state in phone.appStateChanges() where state == .foreground { break }
        while links.value.isEmpty { await Task.yield() }
        return links.value
    }
}

extension SimulatedBrowser.Content {
    /// The page shown.
    var page: PageDocument? { if case .page(let page) = self { page } else { nil } }
    /// The whole text of the page.
    var text: String { page?.nodes.map(\.text).joined() ?? "" }
}
