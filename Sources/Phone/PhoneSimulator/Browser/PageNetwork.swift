// SPDX-License-Identifier: EUPL-1.2

/// A request of the browser to a server.
package struct PageRequest: Sendable, Hashable {
    /// The method of a request.
    package enum Method: Sendable, Hashable {
        case get
        /// Submits a form as `application/x-www-form-urlencoded`.
        case post(form: String)
    }

    var method = Method.get
    let address: BrowserAddress
    /// The page that makes the request; nil for a person or an app.
    var initiator: BrowserAddress?
    /// The `Cookie` field.
    var cookies: String?
    /// The phone's language, as a BCP 47 tag.
    var language = "en"
    /// The longest accepted body, in bytes.
    let maximumBytes: Int

    var isGet: Bool { method == .get }
}

/// The parts of a server's response that the browser reads.
package struct PageResponse: Sendable, Hashable {
    package let status: Int
    /// The media type without parameters, in lower case; empty unless there is exactly one.
    package internal(set) var mediaType = ""
    /// The single `Location`; nil unless there is exactly one.
    var location: String?
    /// The `Set-Cookie` fields.
    var cookies: [String] = []
    package internal(set) var body: [UInt8] = []

    var isRedirect: Bool { [301, 302, 303, 307, 308].contains(status) }
}

/// The browser's connection to servers. It keeps no cookies and follows no redirects.
protocol PageNetwork: Sendable {
    /// - Throws: `BrowserFault`.
    func send(_ request: PageRequest) async throws(BrowserFault) -> PageResponse
}
