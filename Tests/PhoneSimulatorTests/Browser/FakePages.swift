// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import TestEnvironment
import Testing

@testable import PhoneSimulator

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

    var addresses: [String] { asked.value.map(\.address.requested) }
}

extension PageResponse {
    static func html(_ body: String, cookies: [String] = []) -> PageResponse {
        PageResponse(status: 200, mediaType: "text/html", cookies: cookies, body: Array(body.utf8))
    }

    static func redirect(_ status: Int = 303, to address: String?, cookies: [String] = []) -> PageResponse {
        PageResponse(status: status, location: address, cookies: cookies)
    }
}

extension BrowserLimits {
    /// The browser's own limits, with a time that only a server that hangs reaches.
    static let patient = BrowserLimits(time: .seconds(600))
}

/// A phone with its browser and a frame, and the links given to its app.
struct BrowserStage: Sendable {
    let phone: SimulatedPhone
    let browser: SimulatedBrowser
    let pages: FakePages
    /// The links that the app was opened with.
    let links: Recorded<[String]>
    /// The body of the page in the frame.
    let text = Recorded("")

    static let link = "https://app.example/wallet/in"
    static let associated = Set([BrowserAddress(link)].compactMap(\.self))

    /// Runs the phone while the body runs.
    static func running(
        _ pages: FakePages, limits: BrowserLimits = .patient, _ body: @Sendable @escaping (BrowserStage) async throws -> Void
    ) async throws {
        let directory = TestDirectory()
        let phone = try directory.phone()
        let stage = BrowserStage(
            phone: phone, browser: SimulatedBrowser(phone: phone, network: pages, associated: associated, limits: limits), pages: pages,
            links: Recorded([]))
        try await withThrowingTaskGroup { group in
            group.addTask {
                await phone.run { process in
                    process.links.receive { text in stage.links.change { $0.append(text) } }
                    for await _ in process.lifecycle {}
                }
            }
            try await body(stage)
            group.cancelAll()
        }
        _ = directory
    }

    /// Opens an address as the app does, in a new frame.
    func open(_ address: String) async -> SimulatedBrowser.Content {
        phone.launchApp()
        for await state in phone.appStateChanges() where state == .foreground { break }
        phone.leaveApp(for: .browser(address)) { browser.open(address) }
        return await loadFrame()
    }

    /// Loads a new frame; nothing without one.
    func loadFrame() async -> SimulatedBrowser.Content {
        if case .blank = browser.view.content, let address = browser.view.address { await load(address, isFromPage: false) }
        return browser.view.content
    }

    /// Follows a link of the page, or submits its form.
    @discardableResult
    func follow(_ address: String, form: String? = nil, in number: Int? = nil) async -> SimulatedBrowser.Content {
        if let address = BrowserAddress(address) { await load(address, form: form, isFromPage: true, in: number) }
        return browser.view.content
    }

    /// Loads a style sheet or an image of `https://issuer.example`; nil if the browser does not use it.
    func part(_ part: FrameRequest.Part, _ path: String, in number: Int) async -> [UInt8]? {
        guard let address = BrowserAddress("https://issuer.example" + path),
            case .content(let response) = await browser.load(FrameRequest(number: number, address: address, part: part))
        else { return nil }
        return response.body
    }

    /// Navigates as a frame does, redirects included.
    private func load(_ address: BrowserAddress, form: String? = nil, isFromPage: Bool, in number: Int? = nil) async {
        var (address, method) = (address, form.map { PageRequest.Method.post(form: $0) } ?? .get)
        let number = number ?? browser.view.number
        while true {
            switch await browser.load(FrameRequest(number: number, address: address, method: method, isFromPage: isFromPage)) {
            case .redirect(let status, let next):
                if status != 307, status != 308 { method = .get }
                address = next
            case .content(let page): return text.change { $0 = String(decoding: page.body, as: UTF8.self) }
            case .nothing: return
            }
        }
    }

    /// Waits until the app is in the foreground and has received a link.
    func app() async -> [String] {
        for await state in phone.appStateChanges() where state == .foreground { break }
        await links.wait { !$0.isEmpty }
        return links.value
    }
}
