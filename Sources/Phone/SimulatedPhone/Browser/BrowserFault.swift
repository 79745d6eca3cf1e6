// SPDX-License-Identifier: EUPL-1.2

/// Why the browser shows a page of its own instead of what was asked for.
package enum BrowserFault: Error, Sendable, Hashable, CaseIterable {
    /// The phone has no connection.
    case offline
    /// There is no such host, or it does not answer.
    case unreachable
    /// The server did not prove to be the one that was asked for.
    case notTrusted
    /// The server has failed (status 500 and above).
    case serverFailed
    /// There is nothing to show: an error without a page, or something that is no page.
    case notAPage
    /// More than the browser takes.
    case tooLarge
    /// It took too long.
    case tookTooLong
    /// One redirect after the other.
    case tooManyRedirects
    /// The address is not one that this browser opens: not `https`, or an app's own scheme.
    case refusedAddress
}

/// The most that the browser takes from others.
struct BrowserLimits: Sendable {
    /// Everything from the address to the page.
    var time: Duration = .seconds(30)
    /// Redirects in a row.
    var redirects = 10
    /// Bytes of a page, and of a style sheet.
    var pageBytes = 512 * 1024
    var styleBytes = 128 * 1024
    /// Style sheets of a page.
    var styleSheets = 8
    /// Elements and texts of a page.
    var nodes = 10_000
    /// How deep elements are nested; what is deeper is shown beside instead of inside.
    var depth = 48
}
