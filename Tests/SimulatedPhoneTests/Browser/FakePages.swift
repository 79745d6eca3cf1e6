// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import Testing

@testable import SimulatedPhone

/// Servers that answer as a test says, and remember what they were asked.
final class FakePages: PageNetwork {
    let asked = Recorded<[PageRequest]>([])
    private let answer: @Sendable (PageRequest) async throws(BrowserFault) -> PageResponse

    init(_ answer: @escaping @Sendable (PageRequest) async throws(BrowserFault) -> PageResponse) {
        self.answer = answer
    }

    /// Answers by address.
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

    /// The addresses that were asked for.
    var addresses: [String] { asked.value.map(\.address.requested) }
}

extension PageResponse {
    /// A page.
    static func html(_ body: String, cookies: [String] = []) -> PageResponse {
        PageResponse(status: 200, mediaType: "text/html", cookies: cookies, body: Array(body.utf8))
    }

    /// Sends the browser on.
    static func redirect(_ status: Int = 303, to address: String?, cookies: [String] = []) -> PageResponse {
        PageResponse(status: status, location: address, cookies: cookies)
    }
}

/// A phone with a browser that is running, and what the phone's app is given.
struct BrowserStage: Sendable {
    let phone: SimulatedPhone
    let browser: SimulatedBrowser
    let pages: FakePages
    /// The links that the app was opened with.
    let links: Recorded<[String]>

    static let link = "https://app.example/wallet/in"
    static let associated: Set<AssociatedLink> = [AssociatedLink(host: "app.example", path: "/wallet/in")]

    /// Runs phone and browser while the body does.
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

    /// The app opens an address, and the browser has come to something.
    func open(_ address: String) async -> SimulatedBrowser.Content {
        phone.launchApp()
        for await state in phone.appStateChanges() where state == .foreground { break }
        phone.leaveApp(for: .browser(address))
        browser.open(address)
        return await settled()
    }

    /// What the browser shows when it is not on its way.
    func settled() async -> SimulatedBrowser.Content {
        for await _ in browser.changes() where !browser.view.isLoading { break }
        return browser.view.content
    }

    /// Waits for the app to be in front and to have been given a link.
    func app() async -> [String] {
        for await state in phone.appStateChanges() where state == .foreground { break }
        while links.value.isEmpty { await Task.yield() }
        return links.value
    }
}

extension SimulatedBrowser.Content {
    /// The page that is shown.
    var page: PageDocument? { if case .page(let page) = self { page } else { nil } }
    /// All its text.
    var text: String { page?.nodes.map(\.text).joined() ?? "" }
}
