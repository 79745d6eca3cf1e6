// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Synchronization

/// Loads a page: follows redirects, keeps cookies, passes the app's own links to the app, and loads style sheets.
struct PageLoader: Sendable {
    let network: any PageNetwork
    let associated: Set<AssociatedLink>
    let limits: BrowserLimits
    let now: @Sendable () -> Date

    enum Outcome: Sendable {
        case page(PageDocument)
        /// The operating system opens the app with this link.
        case app(link: String)
        /// The browser shows an error page for the last address reached.
        case fault(BrowserFault, BrowserAddress)
    }

    /// A navigation.
    struct Visit: Sendable, Hashable {
        var method = PageRequest.Method.get
        var address: BrowserAddress
        /// The page that links there; nil for a person or an app.
        var initiator: BrowserAddress?
        var language: String
    }

    /// Performs a navigation.
    func load(_ visit: Visit, _ jar: borrowing Mutex<CookieJar>) async -> Outcome {
        var visit = visit
        // An address from an app or a person stays in the browser; a link or redirect may open the app.
        var mayLeave = visit.initiator != nil
        for _ in 0...limits.redirects {
            if mayLeave, visit.method == .get, associated.contains(where: { $0.matches(visit.address) }) {
                return .app(link: visit.address.text)
            }
            let response: PageResponse
            do throws(BrowserFault) {
                response = try await send(visit, jar)
            } catch {
                return .fault(error, visit.address)
            }
            guard response.isRedirect else { return await read(response, visit) }
            guard let next = response.location.flatMap(visit.address.resolving) else { return .fault(.refusedAddress, visit.address) }
            // RFC 9110 §15.4: 307 and 308 keep the method; for the others browsers use GET.
            if response.status != 307, response.status != 308 { visit.method = .get }
            visit.address = next
            mayLeave = true
        }
        return .fault(.tooManyRedirects, visit.address)
    }

    private func send(_ visit: Visit, _ jar: borrowing Mutex<CookieJar>) async throws(BrowserFault) -> PageResponse {
        let now = now()
        let isGet = visit.method == .get
        let (cookies, phone) = jar.withLock { jar in
            (jar.field(for: visit.address, isGet: isGet, askedBy: visit.initiator, now: now), jar.phone)
        }
        let response = try await network.send(
            PageRequest(
                method: visit.method, address: visit.address, initiator: visit.initiator, cookies: cookies, language: visit.language,
                maximumBytes: limits.pageBytes))
        let set = response.cookies
        jar.withLock { jar in
            if jar.phone == phone { jar.store(set, from: visit.address, now: now) }
        }
        return response
    }

    private func read(_ response: PageResponse, _ visit: Visit) async -> Outcome {
        guard response.status < 500 else { return .fault(.serverFailed, visit.address) }
        guard response.body.count <= limits.pageBytes else { return .fault(.tooLarge, visit.address) }
        switch response.mediaType {
        case "text/html", "application/xhtml+xml":
            let reader = PageReader.read(response.body, from: visit.address, within: limits)
            var document = reader.document
            for source in reader.styles {
                switch source {
                case .text(let text): document.styles.append(text)
                case .address(let address): if let text = await styleSheet(address, for: visit) { document.styles.append(text) }
                }
            }
            return .page(document)
        case "text/plain" where !response.body.isEmpty: return .page(PageReader.read(text: response.body, from: visit.address))
        default: return .fault(.notAPage, visit.address)
        }
    }

    /// Loads a style sheet without cookies; nil on failure, and the page is drawn without it.
    private func styleSheet(_ address: BrowserAddress, for visit: Visit) async -> String? {
        let request = PageRequest(
            address: address, initiator: visit.address, language: visit.language, maximumBytes: limits.styleBytes)
        guard let response = try? await network.send(request), response.status == 200, response.mediaType == "text/css",
            response.body.count <= limits.styleBytes
        else { return nil }
        return String(decoding: response.body, as: UTF8.self)
    }
}
