// SPDX-License-Identifier: EUPL-1.2

/// What the browser asks a server for.
struct PageRequest: Sendable, Hashable {
    /// How.
    enum Method: Sendable, Hashable {
        /// Reads.
        case get
        /// Sends a form, as `application/x-www-form-urlencoded`.
        case post(form: String)
    }

    var method = Method.get
    let address: BrowserAddress
    /// The page that asks; nil when a person or an app does.
    var initiator: BrowserAddress?
    /// The `Cookie` field.
    var cookies: String?
    /// The language that the phone is set to, as a tag of BCP 47.
    var language = "en"
    /// The most bytes of an answer that are taken.
    let maximumBytes: Int

    var isGet: Bool { method == .get }
}

/// What a server answers, as far as the browser looks at it.
struct PageResponse: Sendable, Hashable {
    let status: Int
    /// The media type without parameters, lower case; empty when there is none or more than one.
    var mediaType = ""
    /// The one `Location`; nil when there is none or more than one.
    var location: String?
    /// The `Set-Cookie` fields.
    var cookies: [String] = []
    var body: [UInt8] = []

    /// Whether it sends the browser on.
    var isRedirect: Bool { [301, 302, 303, 307, 308].contains(status) }
}

/// The browser's way to servers. It keeps no cookies and follows nothing.
protocol PageNetwork: Sendable {
    /// - Throws: `BrowserFault`.
    func send(_ request: PageRequest) async throws(BrowserFault) -> PageResponse
}
