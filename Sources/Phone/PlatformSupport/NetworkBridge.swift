// SPDX-License-Identifier: EUPL-1.2

/// The phone's HTTP stack. It does not interpret the bodies.
///
/// Promises, each with one check in `WalletPlatformTesting`:
/// - NET-01: Without a connection a request is `offline`.
/// - NET-02: An address that is not `https` is `unreachable`, and nothing is sent.
/// - NET-03: A server that does not listen is `unreachable`.
/// - NET-04: A server whose certificate does not chain to a root of the request is `unreachable`, and nothing is sent.
/// - NET-05: A redirect is returned with its location and not followed.
/// - NET-06: An exchange that does not end within the time limit is `lost`, even if bytes still arrive.
/// - NET-07: A body of the longest accepted size arrives; a longer body is `lost`.
/// - NET-08: The validator of a request is sent, and the validator of a response is returned as received.
/// - NET-09: A server whose certificate is for another name is `unreachable`, and nothing is sent.
/// - NET-10: The method, the header fields and the body of a request are sent unchanged.
/// - NET-11: The media type of a response is returned in lower case without parameters.
///
/// The core leaves a call that does not return within 20 seconds after the request's time limit, and cancels it. See ``PlatformBridges``.
public protocol NetworkBridge: Sendable {
    /// Sends a request and waits for the complete response.
    ///
    /// - Throws: `NetworkError`. After `lost` the request may have reached the server.
    func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse
}

/// One HTTPS request.
public struct NetworkRequest: Sendable, Hashable, Codable {
    /// An HTTP request method.
    @nonexhaustive public enum Method: String, Sendable, Hashable, Codable {
        /// Reads.
        case get = "GET"
        /// Sends a body.
        case post = "POST"
    }

    public var method: Method
    /// An absolute `https` address.
    public var url: String
    /// The body of a POST; JSON unless a header field names another type.
    public var body: [UInt8]
    /// Further header fields. `Accept` and `Content-Type` replace the default values: `application/json, application/problem+json,
    /// application/jwt`, and `application/json` for a body.
    public var headers: [NetworkHeaderField]
    /// The validator of the stored copy (`If-None-Match`, RFC 9110 §13.1.2); nil for an unconditional request.
    public var validator: String?
    /// The only roots that the server's certificate may chain to, in DER. The system's roots are never used.
    public var trustedRoots: [[UInt8]]
    /// The time limit for the whole exchange.
    public var timeout: Duration
    /// The longest accepted body, in bytes.
    public var maximumResponseSize: Int

    /// Creates a request. Redirects are never followed.
    public init(
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
public struct NetworkHeaderField: Sendable, Hashable, Codable {
    /// The name as written; names compare case-insensitively.
    public let name: String
    /// The value without surrounding spaces: visible ASCII and spaces.
    public let value: String

    /// Creates a field.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// A complete HTTP response.
public struct NetworkResponse: Sendable, Hashable, Codable {
    /// The status code.
    public let status: Int
    /// The media type without parameters, in lower case; empty if absent.
    public let mediaType: String
    /// The complete body.
    public let body: [UInt8]
    /// The single validator of the body (`ETag`), as received; nil if absent.
    public let validator: String?
    /// All header fields, in their order.
    public let headers: [NetworkHeaderField]

    /// Creates a response.
    public init(status: Int, mediaType: String, body: [UInt8], validator: String? = nil, headers: [NetworkHeaderField] = []) {
        self.headers = headers
        self.validator = validator
        self.status = status
        self.mediaType = mediaType
        self.body = body
    }
}

/// A failure to get a response.
@nonexhaustive public enum NetworkError: String, Error, Sendable, Hashable, Codable {
    /// The device has no connection; nothing was sent.
    case offline
    /// No connection could be made, or the server's certificate is not pinned; nothing was sent.
    case unreachable
    /// The connection broke, timed out or returned too many bytes. The request may have been sent.
    case lost
}
