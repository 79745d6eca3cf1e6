// SPDX-License-Identifier: EUPL-1.2

import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOSSL
import PlatformSupport

/// Sends a browser's requests: only to permitted sites, each over TLS with its own roots.
struct PinnedPageNetwork: PageNetwork {
    /// The phone whose network carries the requests; nil for a network that nothing disturbs.
    let device: SimulatedDevice?
    /// The permitted sites. The first site that resolves an address counts.
    let sites: [BrowserSite]
    /// The time limit of a connection; the browser limits the whole page.
    let connectTimeout: Duration
    /// Returns when a slow network has carried a request.
    var delay: @Sendable () async throws -> Void = { try await Task.sleep(for: SimulatedNetwork.slowness) }

    func send(_ request: PageRequest) async throws(BrowserFault) -> PageResponse {
        if let device, let error = SimulatedNetwork.error(of: device.settings.network) { throw Self.fault(of: error) }
        guard let (site, url) = destination(of: request.address) else { throw .outside }
        guard let tls = SimulatedNetwork.tls(trusting: site.roots) else { throw .unreachable }
        guard let result = await carry({ await exchange(request, url, tls) }) else { throw .unreachable }
        return try result.get()
    }

    /// Performs an exchange; nil if the caller was cancelled before it began.
    private func carry(
        _ exchange: @escaping @Sendable () async -> Result<PageResponse, BrowserFault>
    ) async -> Result<PageResponse, BrowserFault>? {
        guard let device else { return await exchange() }
        return await SimulatedNetwork.carry(
            on: device, delay: delay, cutOff: { .failure(Self.fault(of: $0)) }, exchange: exchange)
    }

    private func destination(of address: BrowserAddress) -> (site: BrowserSite, url: String)? {
        for site in sites {
            if let url = site.resolve(address.requested) { return (site, url) }
        }
        return nil
    }

    private static func fault(of error: NetworkError) -> BrowserFault { error == .offline ? .offline : .unreachable }

    private func exchange(_ request: PageRequest, _ url: String, _ tls: TLSConfiguration) async -> Result<PageResponse, BrowserFault> {
        let client = SimulatedNetwork.client(tls, connectTimeout: connectTimeout)
        let result: Result<PageResponse, BrowserFault>
        do {
            let answer = try await client.execute(Self.httpRequest(request, url), timeout: .minutes(1))
            var response = PageResponse(
                status: Int(answer.status.code), mediaType: SimulatedNetwork.mediaType(answer.headers["content-type"]),
                location: SimulatedNetwork.only(answer.headers["location"]), cookies: answer.headers["set-cookie"])
            if !response.isRedirect {
                response.body = Array(try await answer.body.collect(upTo: request.maximumBytes).readableBytesView)
            }
            result = .success(response)
        } catch is NIOTooManyBytesError {
            result = .failure(.tooLarge)
        } catch is NIOSSLError {
            result = .failure(.notTrusted)
        } catch is NIOSSLExtraError {
            result = .failure(.notTrusted)
        } catch {
            result = .failure(.unreachable)
        }
        try? await client.shutdown()
        // The server has processed the request; neither its page nor its redirect can be read.
        guard device?.settings.network == .garbage, case .success = result else { return result }
        return .failure(.notAPage)
    }

    private static func httpRequest(_ request: PageRequest, _ url: String) -> HTTPClientRequest {
        var httpRequest = HTTPClientRequest(url: url)
        httpRequest.headers.add(name: "accept", value: "text/html, text/plain, text/css;q=0.5, image/*;q=0.5")
        httpRequest.headers.add(name: "accept-language", value: request.language)
        if let cookies = request.cookies { httpRequest.headers.add(name: "cookie", value: cookies) }
        if case .post(let form) = request.method {
            httpRequest.method = .POST
            httpRequest.headers.add(name: "content-type", value: "application/x-www-form-urlencoded")
            if let initiator = request.initiator { httpRequest.headers.add(name: "origin", value: initiator.origin) }
            httpRequest.body = .bytes(ByteBuffer(string: form))
        }
        return httpRequest
    }
}
