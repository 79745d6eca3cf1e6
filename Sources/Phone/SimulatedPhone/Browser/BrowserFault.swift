// SPDX-License-Identifier: EUPL-1.2

/// The reason that the browser shows an error page.
package enum BrowserFault: Error, Sendable, Hashable, CaseIterable {
    case offline
    /// The host does not exist or does not answer.
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
    /// The browser does not open this address: not `https`, or an app's own scheme.
    case refusedAddress
}

/// The browser's limits on untrusted input.
struct BrowserLimits: Sendable {
    /// The time limit from the address to the page.
    var time: Duration = .seconds(30)
    /// The number of successive redirects.
    var redirects = 10
    /// The size of a page and of a style sheet, in bytes.
    var pageBytes = 512 * 1024
    var styleBytes = 128 * 1024
    /// The number of style sheets of a page.
    var styleSheets = 8
    /// The number of elements and texts of a page.
    var nodes = 10_000
    /// The nesting depth of elements; deeper elements become siblings.
    var depth = 48
}
