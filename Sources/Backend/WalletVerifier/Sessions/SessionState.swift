// SPDX-License-Identifier: EUPL-1.2

/// The state of a session. `created → fetched → answered | declined | failed`; an open session may also be cancelled or expire.
///
/// Raw values are stored, and sent to parties: they never change. The cases are complete.
package enum SessionState: String, Sendable, Hashable, CaseIterable, Codable {
    /// No wallet has fetched the request.
    case created
    /// A wallet has fetched the request.
    case fetched
    /// An answer was accepted.
    case answered
    /// The wallet answered with an error, such as `access_denied`.
    case declined
    /// An answer was refused for good: it belongs to the request, and breaks a rule.
    case failed
    /// The party cancelled the session.
    case cancelled
    /// No answer came in time.
    case expired

    /// True until the session has ended: `created` and `fetched`.
    package var isOpen: Bool { self == .created || self == .fetched }
}
