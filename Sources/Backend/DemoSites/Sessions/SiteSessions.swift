// SPDX-License-Identifier: EUPL-1.2

import Synchronization

/// The sessions of all sites, in memory, by the cookie of the browser that began them.
///
/// A person's data are here until the end of the session, and nowhere else.
final class SiteSessions: Sendable {
    /// A session of one browser.
    struct Entry: Sendable {
        let site: DemoSite
        /// The verifier's id. The browser does not learn it.
        let session: String
        /// The verifier's page.
        let page: String
        /// Seconds since 1970.
        let endsAt: Int64
        /// The outcome; nil before the end.
        var outcome: SiteOutcome?
    }

    /// How long a session is kept, in seconds: longer than the verifier waits for an answer.
    static let life: Int64 = 1200
    /// The maximum number of sessions; then the one that ends first goes.
    static let maximumCount = 1000

    private let entries = Mutex<[String: Entry]>([:])

    /// Adds a session.
    ///
    /// - Parameter browser: a fresh value of the cookie, so that a value that another party has set in the browser is worth nothing.
    func add(_ created: SiteVerifier.Created, of site: DemoSite, for browser: String, at now: Int64) {
        entries.withLock { entries in
            entries = entries.filter { now < $0.value.endsAt }
            if entries.count >= Self.maximumCount, let first = entries.min(by: { $0.value.endsAt < $1.value.endsAt }) {
                entries[first.key] = nil
            }
            entries[browser] = Entry(site: site, session: created.session, page: created.page, endsAt: now + Self.life)
        }
    }

    /// The session of a browser; nil without one, or for another site's.
    func entry(of browser: String?, at site: DemoSite, now: Int64) -> Entry? {
        guard let browser, let entry = entries.withLock({ $0[browser] }), entry.site == site, now < entry.endsAt else { return nil }
        return entry
    }

    /// Notes what came of a session; the first outcome stays.
    func set(_ outcome: SiteOutcome, for browser: String) {
        entries.withLock { entries in
            if entries[browser]?.outcome == nil { entries[browser]?.outcome = outcome }
        }
    }
}
