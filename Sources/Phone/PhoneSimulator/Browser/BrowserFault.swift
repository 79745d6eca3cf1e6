// SPDX-License-Identifier: EUPL-1.2

/// The reason that the browser shows an error page.
package enum BrowserFault: Error, Sendable, Hashable, CaseIterable {
    case offline
    /// The address is not one of the simulation's servers.
    case outside
    /// The server does not answer.
    case unreachable
    /// The server's certificate is not trusted.
    case notTrusted
    /// The server failed (status 500 and above).
    case serverFailed
    /// Nothing to show: an error without a page, or content that is not a page.
    case notAPage
    /// The response exceeds the browser's limits.
    case tooLarge
    /// The request timed out.
    case tookTooLong
    case tooManyRedirects
    /// The browser does not open this address: it is malformed or not `https`, or a redirect gives no usable address.
    case refusedAddress
}

/// The browser's limits on untrusted input.
struct BrowserLimits: Sendable {
    /// The time limit for each response.
    var time: Duration = .seconds(30)
    /// The number of successive redirects.
    var redirects = 10
    /// The size of a page, and of a style sheet or image, in bytes.
    var pageBytes = 512 * 1024
    var partBytes = 128 * 1024
}
