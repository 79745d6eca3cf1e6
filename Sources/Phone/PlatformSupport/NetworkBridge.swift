// SPDX-License-Identifier: EUPL-1.2

/// The phone's HTTP stack. It knows nothing of what it carries.
package protocol NetworkBridge: Sendable {
    /// Sends a request and waits for the whole answer.
    ///
    /// - Throws: `NetworkError`. When `isOutcomeUnknown` is true the request may have reached the other side.
    func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse
}

/// One HTTPS request.
package struct NetworkRequest: Sendable, Hashable {
    /// The method.
    package enum Method: String, Sendable, Hashable {
        /// Read.
        case get = "GET"
        /// Ask to do.
        case post = "POST"
    }

    /// The method.
    package var method: Method
    /// An absolute `https` address.
    package var url: String
    /// The body of a POST; JSON unless the header says something else.
    package var body: [UInt8]
    /// Further header fields. One of the names `Accept` and `Content-Type` takes the place of what is sent without it.
    package var headers: [NetworkHeaderField]
    /// The validator of what is at hand already (`If-None-Match`, RFC 9110 §13.1.2); nil asks without one.
    package var validator: String?
    /// The only roots that the server's certificate may lead to, DER. The system's own roots are never used.
    package var trustedRoots: [[UInt8]]
    /// How long everything together may take.
    package var timeout: Duration
    /// The longest body accepted, in bytes.
    package var maximumResponseSize: Int

    /// Makes a request; redirects are never followed.
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
    /// The name as it is written; names are compared without regard to case.
    package let name: String
    /// The value without spaces around it, visible ASCII and spaces.
    package let value: String

    /// A field.
    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// A complete HTTP answer.
package struct NetworkResponse: Sendable, Hashable {
    /// The status code.
    package let status: Int
    /// The media type without parameters, lower case; empty when there is none.
    package let mediaType: String
    /// The body.
    package let body: [UInt8]
    /// The one validator of the body (`ETag`), as received; nil when there is none.
    package let validator: String?
    /// All header fields, in their order.
    package let headers: [NetworkHeaderField]

    /// Makes an answer.
    package init(status: Int, mediaType: String, body: [UInt8], validator: String? = nil, headers: [NetworkHeaderField] = []) {
        self.headers = headers
        self.validator = validator
        self.status = status
        self.mediaType = mediaType
        self.body = body
    }
}

/// Why there is no answer.
package enum NetworkError: Error, Sendable, Hashable {
    /// The device has no connection; nothing was sent.
    case offline
    /// No connection could be made, or the server is not the pinned one; nothing was sent.
    case unreachable
    /// The connection broke, timed out or brought too much after the request may have been sent.
    case lost

    /// Whether the request may have had an effect on the other side.
    package var isOutcomeUnknown: Bool { self == .lost }
}
