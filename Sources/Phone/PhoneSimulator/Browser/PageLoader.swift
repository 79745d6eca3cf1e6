// SPDX-License-Identifier: EUPL-1.2

/// Carries one request of the frame to a server: finds redirects and the app's own links, and refuses other content.
struct PageLoader: Sendable {
    let network: any PageNetwork
    /// The links of the installed app, without query and fragment.
    let associated: Set<BrowserAddress>
    let limits: BrowserLimits

    enum Outcome: Sendable {
        case page(PageResponse)
        case redirect(status: Int, BrowserAddress)
        /// The operating system opens the app with this link.
        case app(link: String)
        case fault(BrowserFault)
    }

    /// The result of a navigation.
    struct Answer: Sendable {
        let outcome: Outcome
        /// The `Set-Cookie` fields.
        var cookies: [String] = []
    }

    /// Requests a page. An address from an app or a person stays in the browser; a link or redirect may open the app.
    func load(_ request: PageRequest) async -> Answer {
        if request.initiator != nil, request.isGet, opensApp(request.address) { return Answer(outcome: .app(link: request.address.text)) }
        do throws(BrowserFault) {
            let response = try await network.send(request)
            return Answer(outcome: outcome(of: response, to: request), cookies: response.cookies)
        } catch {
            return Answer(outcome: .fault(error))
        }
    }

    private func outcome(of response: PageResponse, to request: PageRequest) -> Outcome {
        guard response.isRedirect else {
            guard response.status < 500 else { return .fault(.serverFailed) }
            guard response.body.count <= limits.pageBytes else { return .fault(.tooLarge) }
            guard !response.body.isEmpty, FrameRequest.Part.page.accepts(response.mediaType) else { return .fault(.notAPage) }
            return .page(response)
        }
        guard let next = response.location.flatMap(request.address.resolving) else { return .fault(.refusedAddress) }
        // RFC 9110 §15.4: 307 and 308 keep the method; for all other redirects browsers use GET.
        let isGet = request.isGet || (response.status != 307 && response.status != 308)
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
}
