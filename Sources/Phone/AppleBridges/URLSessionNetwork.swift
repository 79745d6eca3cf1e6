// SPDX-License-Identifier: EUPL-1.2

#if canImport(Security)

import Foundation
import PlatformSupport
import Security

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// HTTPS with `URLSession`: TLS 1.3, no cookies, no cache, no redirects, and only the roots of each request.
///
/// App Transport Security judges a connection before the roots of a request do. An app whose servers have roots that the system does not
/// know needs an exception for their domains in its `Info.plist` (`NSExceptionDomains`).
struct URLSessionNetwork: NetworkBridge {
    init() {}

    func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        guard let url = URL(string: request.url), url.scheme == "https", url.host() != nil else { throw .unreachable }
        let exchange = URLSessionExchange(roots: request.trustedRoots, maximumSize: request.maximumResponseSize)
        let session = URLSession(configuration: Self.configuration(request.timeout), delegate: exchange, delegateQueue: nil)
        defer { session.invalidateAndCancel() }
        do {
            let (response, body) = try await exchange.run(session.dataTask(with: Self.urlRequest(request, to: url)))
            return Self.response(response, body)
        } catch {
            throw exchange.wasRefused ? .unreachable : Self.networkError(of: error)
        }
    }

    private static func configuration(_ timeout: Duration) -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.tlsMinimumSupportedProtocolVersion = .TLSv13
        configuration.timeoutIntervalForRequest = timeout / .seconds(1)
        configuration.timeoutIntervalForResource = timeout / .seconds(1)
        return configuration
    }

    private static func urlRequest(_ request: NetworkRequest, to url: URL) -> URLRequest {
        var result = URLRequest(url: url)
        result.httpMethod = request.method.rawValue
        result.setValue("application/json, application/problem+json, application/jwt", forHTTPHeaderField: "Accept")
        if request.method == .post {
            result.httpBody = Data(request.body)
            result.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        result.setValue(request.validator, forHTTPHeaderField: "If-None-Match")
        for field in request.headers { result.setValue(field.value, forHTTPHeaderField: field.name) }
        return result
    }

    private static func response(_ response: HTTPURLResponse, _ body: [UInt8]) -> NetworkResponse {
        let type = response.value(forHTTPHeaderField: "Content-Type") ?? ""
        let mediaType = type.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        let fields = response.allHeaderFields.compactMap { name, value -> NetworkHeaderField? in
            guard let name = name as? String, let value = value as? String else { return nil }
            return NetworkHeaderField(name, value)
        }
        return NetworkResponse(
            status: response.statusCode, mediaType: mediaType, body: body, validator: response.value(forHTTPHeaderField: "ETag"),
            headers: fields)
    }

    /// Returns `unreachable` if nothing was sent, and `lost` if the request may have been sent.
    private static func networkError(of error: any Error) -> NetworkError {
        switch (error as? URLError)?.code {
        case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff: .offline
        case .badURL, .unsupportedURL, .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .secureConnectionFailed,
            .serverCertificateHasBadDate, .serverCertificateUntrusted, .serverCertificateHasUnknownRoot,
            .serverCertificateNotYetValid, .appTransportSecurityRequiresSecureConnection:
            .unreachable
        default: .lost
        }
    }
}

#endif
