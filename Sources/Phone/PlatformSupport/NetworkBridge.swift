// SPDX-License-Identifier: EUPL-1.2

/// The phone's HTTP stack. It does not interpret what it carries.
package protocol NetworkBridge: Sendable {
    /// Sends a request and waits for the complete response.
    ///
    /// - Throws: `NetworkError`. After `lost` the request may have reached the server.
    func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse
}

/// One HTTPS request.
package struct NetworkRequest: Sendable, Hashable {
    /// An HTTP request method.
    package enum Method: String, Sendable, Hashable {
        case get = "GET"
        case post = "POST"
    }

    package var method: Method
    /// An absolute `https` address.
    package var url: String
    /// The body of a POST; JSON unless a header field says otherwise.
    package var body: [UInt8]
    /// Further header fields. `Accept` and `Content-Type` replace the default values.
    package var headers: [NetworkHeaderField]
    /// The validator of the stored copy (`If-None-Match`, RFC 9110 §13.1.2); nil for an unconditional request.
    package var validator: String?
    /// The only roots that the server's certificate may chain to, in DER. The system's roots are never used.
    package var trustedRoots: [[UInt8]]
    /// The time limit for the whole exchange.
    package var timeout: Duration
    /// The longest accepted body, in bytes.
    package var maximumResponseSize: Int

    /// Creates a request. Redirects are never followed.
    package init(
        method: Method, url: String, headers: [NetworkHeaderField] = [], body: [UInt8] = [], trustedRoots: [[UInt8]],
        timeout: Duration = .seconds(10),
        maximumResponseSize: Int = 65_536
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.trustedRoots = trustedRoots
        self.timeout = timeout
        self.maximumResponseSize = maximumResponseSize
    }
}

/// A field of a request's or an answer's header.
package struct NetworkHeaderField: Sendable, Hashable {
    /// The name as written; names compare case-insensitively.
    package let name: String
    /// The value without surrounding spaces: visible ASCII and spaces.
    package let value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// A complete HTTP response.
package struct NetworkResponse: Sendable, Hashable {
    package let status: Int
    /// The media type without parameters, in lower case; empty if absent.
    package let mediaType: String
    package let body: [UInt8]
    /// The single validator of the body (`ETag`), as received; nil if absent.
    package let validator: String?
    /// All header fields, in their order.
    package let headers: [NetworkHeaderField]

    package init(status: Int, mediaType: String, body: [UInt8], validator: String? = nil, headers: [NetworkHeaderField] = []) {
        self.headers = headers
        self.validator = validator
        self.status = status
        self.mediaType = mediaType
        self.body = body
    }
}

/// A failure to get a response.
package enum NetworkError: Error, Sendable, Hashable {
    /// The device has no connection; nothing was sent.
    case offline
    /// No connection could be made, or the server is not the pinned one; nothing was sent.
    case unreachable
    /// The connection broke, timed out or returned too many bytes. The request may have been sent.
    case lost
}
