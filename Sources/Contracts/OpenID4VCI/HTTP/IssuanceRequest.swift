// SPDX-License-Identifier: EUPL-1.2

@_exported public import OAuthMessages

/// An HTTP request as a value, for clients and servers. Transports must not follow redirects.
public struct IssuanceRequest: Sendable, Hashable {
    /// An HTTP method. The cases are complete: the protocol uses no other method.
    public enum Method: String, Sendable, Hashable {
        case get = "GET"
        case post = "POST"
    }

    /// The HTTP method.
    public let method: Method
    /// The URL that the client used. A server behind a proxy must give the external URL.
    public let url: HTTPSURL
    public var headers: HeaderFields
    /// The body; empty for a GET.
    public let body: [UInt8]
    /// Maximum size of the response in bytes.
    public let maximumResponseSize: Int

    /// A request; by default at most ``IssuanceResponse/maximumBytes`` of response are read.
    public init(
        method: Method, url: HTTPSURL, headers: HeaderFields = HeaderFields(), body: [UInt8] = [],
        maximumResponseSize: Int = IssuanceResponse.maximumBytes
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.maximumResponseSize = maximumResponseSize
    }

    /// Creates a request for a JSON document.
    package static func get(_ url: HTTPSURL) -> IssuanceRequest {
        IssuanceRequest(method: .get, url: url, headers: HeaderFields([.init(FieldName.accept, MediaType.json)]))
    }

    /// Creates a request with a form; the expected response is JSON.
    package static func post(_ form: FormParameters, to url: HTTPSURL) -> IssuanceRequest {
        IssuanceRequest(
            method: .post, url: url,
            headers: HeaderFields([.init(FieldName.contentType, FormParameters.mediaType), .init(FieldName.accept, MediaType.json)]),
            body: Array(form.encoded.utf8))
    }

    /// Creates a request with a JSON body; the expected response is JSON.
    package static func post(
        _ json: [UInt8], to url: HTTPSURL, maximumResponseSize: Int = IssuanceResponse.maximumBytes
    ) -> IssuanceRequest {
        IssuanceRequest(
            method: .post, url: url,
            headers: HeaderFields([.init(FieldName.contentType, MediaType.json), .init(FieldName.accept, MediaType.json)]), body: json,
            maximumResponseSize: maximumResponseSize)
    }

    /// An empty body, for the nonce and challenge endpoints; the expected response is JSON.
    package static func post(to url: HTTPSURL) -> IssuanceRequest {
        IssuanceRequest(method: .post, url: url, headers: HeaderFields([.init(FieldName.accept, MediaType.json)]))
    }
}

/// An HTTP response as a value.
public struct IssuanceResponse: Sendable, Hashable {
    /// Maximum size of a body in bytes; credentials have more, see ``CredentialResponse/maximumBytes``.
    public static let maximumBytes = MessageSize.body
    /// Maximum size of a message that was stored in bytes: written again it may be longer than it was received.
    package static let maximumStoredBytes = MessageSize.stored

    /// The HTTP status.
    public let status: Int
    public var headers: HeaderFields
    /// The body; empty if the request has none.
    public let body: [UInt8]

    public init(status: Int, headers: HeaderFields = HeaderFields(), body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A JSON response that must not be cached, as most of this protocol's responses.
    public init(status: Int = 200, json body: [UInt8]) {
        self.init(
            status: status,
            headers: HeaderFields([.init(FieldName.contentType, MediaType.json), .init(FieldName.cacheControl, "no-store")]), body: body)
    }

    /// The media type in lower case without parameters; empty if absent or ambiguous.
    public var mediaType: String { MediaType.of(headers) }
}

extension IssuanceRequest {
    /// The media type of the body in lower case without parameters; empty if absent or ambiguous.
    public var mediaType: String { MediaType.of(headers) }
}

/// The media types in this protocol.
package enum MediaType {
    package static let json = "application/json"

    /// Reads the media type of `Content-Type` in lower case; empty without a single valid header.
    package static func of(_ headers: HeaderFields) -> String {
        let values = headers.values(FieldName.contentType)
        guard values.count == 1, let type = values[0].split(separator: ";", omittingEmptySubsequences: false).first else { return "" }
        return type.filter { $0 != " " && $0 != "\t" }.lowercased()
    }
}
