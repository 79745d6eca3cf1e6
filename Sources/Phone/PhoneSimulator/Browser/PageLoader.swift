// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Synchronization

/// Carries one request of the frame to a server: keeps cookies, finds redirects and the app's own links, and refuses other content.
struct PageLoader: Sendable {
    let network: any PageNetwork
    /// The links of the installed app, without query and fragment.
    let associated: Set<BrowserAddress>
    let limits: BrowserLimits
    let now: @Sendable () -> Date

    enum Outcome: Sendable {
        case page(PageResponse)
        case redirect(status: Int, BrowserAddress)
        /// The operating system opens the app with this link.
        case app(link: String)
        case fault(BrowserFault)
    }

    /// One step of a navigation.
    struct Visit: Sendable, Hashable {
        var method = PageRequest.Method.get
        var address: BrowserAddress
        /// The page that links there; nil for a person or an app.
        var initiator: BrowserAddress?
        var language: String
    }

    /// Requests a page. An address from an app or a person stays in the browser; a link or redirect may open the app.
    func load(_ visit: Visit, _ jar: borrowing Mutex<CookieJar>) async -> Outcome {
        if visit.initiator != nil, visit.method == .get, opensApp(visit.address) { return .app(link: visit.address.text) }
        let response: PageResponse
        do throws(BrowserFault) {
            response = try await send(visit, jar)
        } catch {
            return .fault(error)
        }
        guard response.isRedirect else {
            guard response.status < 500 else { return .fault(.serverFailed) }
            guard response.body.count <= limits.pageBytes else { return .fault(.tooLarge) }
            guard !response.body.isEmpty, FrameRequest.Part.page.accepts(response.mediaType) else { return .fault(.notAPage) }
            return .page(response)
        }
        guard let next = response.location.flatMap(visit.address.resolving) else { return .fault(.refusedAddress) }
        // RFC 9110 §15.4: 307 and 308 keep the method; for all other redirects browsers use GET.
        let isGet = visit.method == .get || (response.status != 307 && response.status != 308)
        return isGet && opensApp(next) ? .app(link: next.text) : .redirect(status: response.status, next)
    }

    /// Requests a style sheet or an image, without cookies; nil on failure.
    func load(_ part: FrameRequest.Part, at address: BrowserAddress, of page: BrowserAddress, language: String) async -> PageResponse? {
        let request = PageRequest(address: address, initiator: page, language: language, maximumBytes: limits.partBytes)
        guard let response = try? await network.send(request), response.status == 200, part.accepts(response.mediaType),
            response.body.count <= limits.partBytes
        else { return nil }
        return response
    }

    private func opensApp(_ address: BrowserAddress) -> Bool { associated.contains(address.withoutQuery) }

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
}
