// SPDX-License-Identifier: EUPL-1.2

/// The topics of the help pages for UC5.1 and UC5.2. The screens with a Help row of their own need one from their flow.
enum SharingHelp: String, CaseIterable {
    /// The website check (1.2).
    case website = "UC5.1.website"
    /// The approval of UC5.1 (1.4, 10.1).
    case share = "UC5.1"
    /// The approval of UC5.2 (1.3).
    case logIn = "UC5.2"
    /// The data that would be shared (4.1, 4.2, 10.2).
    case data = "UC5.1.data"
    /// The organization (7.1).
    case organization = "UC5.1.organization"
    /// Data that the wallet lacks (9.1).
    case missing = "UC5.1.missing"
    /// An organization that asks for too much (11.1).
    case tooMuch = "UC5.1.tooMuch"
    /// A registration that does not count (12.1).
    case unverified = "UC5.1.unverified"
    /// An answer that may have arrived (14.1).
    case mayHaveArrived = "UC5.1.mayHaveArrived"
    /// An answer that has not left the phone (14.1).
    case notSent = "UC5.1.notSent"
    /// Data that was shared (UC5.1/1.6).
    case shared = "UC5.1.shared"
    /// A login that succeeded (UC5.2/1.6, 1.7).
    case loggedIn = "UC5.2.loggedIn"
    /// An organization that failed (error Known Verifier, Unknown Verifier).
    case failed = "error.verifier"
    /// A session of an organization that is over (error Session Expired).
    case sessionOver = "error.sharingOver"
}
