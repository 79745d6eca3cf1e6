// SPDX-License-Identifier: EUPL-1.2

/// A request, as a value: what a client sends, and what a server was sent. Whoever carries it follows no redirects.
package struct IssuanceRequest: Sendable, Hashable {
    /// The method.
    package enum Method: String, Sendable, Hashable {
        /// Read.
        case get = "GET"
        /// Ask to do.
        case post = "POST"
    }

    /// The method.
    package let method: Method
    /// The address. A server says the one that the client sees, not the one behind its proxy.
    package let url: HTTPSURL
    /// The header fields.
    package var headers: HeaderFields
    /// The body; empty for a GET.
    package let body: [UInt8]
    /// The longest answer that the client accepts, in bytes.
    package let maximumResponseSize: Int

    /// A request.
    package init(
        method: Method, url: HTTPSURL, headers: HeaderFields = HeaderFields(), body: [UInt8] = [], maximumResponseSize: Int = 256 * 1024
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.maximumResponseSize = maximumResponseSize
    }

    /// Asks for a JSON document.
    static func get(_ url: HTTPSURL) -> IssuanceRequest {
        IssuanceRequest(method: .get, url: url, headers: HeaderFields([.init(FieldName.accept, MediaType.json)]))
    }

    /// Sends a form and expects JSON.
    static func post(_ form: FormParameters, to url: HTTPSURL) -> IssuanceRequest {
        IssuanceRequest(
            method: .post, url: url,
            headers: HeaderFields([.init(FieldName.contentType, FormParameters.mediaType), .init(FieldName.accept, MediaType.json)]),
            body: Array(form.encoded.utf8))
    }

    /// Sends JSON and expects JSON.
    static func post(_ json: [UInt8], to url: HTTPSURL, maximumResponseSize: Int = 256 * 1024) -> IssuanceRequest {
        IssuanceRequest(
            method: .post, url: url,
            headers: HeaderFields([.init(FieldName.contentType, MediaType.json), .init(FieldName.accept, MediaType.json)]), body: json,
            maximumResponseSize: maximumResponseSize)
    }

    /// Sends nothing and expects JSON: the nonce and the challenge endpoint.
    static func post(to url: HTTPSURL) -> IssuanceRequest {
        IssuanceRequest(method: .post, url: url, headers: HeaderFields([.init(FieldName.accept, MediaType.json)]))
    }
}

/// An answer, as a value.
package struct IssuanceResponse: Sendable, Hashable {
    /// The status code.
    package let status: Int
    /// The header fields.
    package var headers: HeaderFields
    /// The body.
    package let body: [UInt8]

    /// An answer.
    package init(status: Int, headers: HeaderFields = HeaderFields(), body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// An answer in JSON that nobody may keep: most of this protocol's.
    package init(status: Int = 200, json body: [UInt8]) {
        self.init(
            status: status,
            headers: HeaderFields([.init(FieldName.contentType, MediaType.json), .init(FieldName.cacheControl, "no-store")]), body: body)
    }

    /// The media type in lower case and without parameters; empty without one or with several.
    package var mediaType: String { MediaType.of(headers) }
}

extension IssuanceRequest {
    /// The media type of the body, in lower case and without parameters; empty without one or with several.
    var mediaType: String { MediaType.of(headers) }
}

/// Media types.
enum MediaType {
    static let json = "application/json"

    static func of(_ headers: HeaderFields) -> String {
        let values = headers.values(FieldName.contentType)
        guard values.count == 1, let type = values[0].split(separator: ";", omittingEmptySubsequences: false).first else { return "" }
        return type.filter { $0 != " " && $0 != "\t" }.lowercased()
    }
}
