// SPDX-License-Identifier: EUPL-1.2

/// The reason that a session of sharing failed, as far as the app distinguishes it.
package enum SharingProblem: Sendable, Hashable {
    /// The configuration says nothing about sharing.
    case notConfigured
    /// No session awaits this call: it ended, never started, or is in a different state.
    case noSession
    /// Another session lives, or an answer that may have arrived waits for the person. It stays.
    case busy
    /// A QR code came as a link, or a link as a QR code. Nothing was fetched.
    case wrongDevice
    /// The organization's session, the request or the time for an approval is over. Nothing was shared.
    case sessionOver
    /// The approval no longer holds, and nothing was shared; `sharingState` returns what holds now (UC5.1/13).
    case approvalVoid(ApprovalChange)
    /// The choice is not one that the offer allows. An error of the caller; nothing was shared.
    case unfitChoice
}

/// A change after an approval was asked for (UC5.1/13.1).
package enum ApprovalChange: String, Sendable, Hashable, CaseIterable {
    /// A card that takes part: it was revoked, expired, renewed or deleted, or a copy of it was spent.
    case cards
    /// The configuration of the wallet.
    case configuration
    /// The organization's registration.
    case registration
    /// The request, or something else in the offer.
    case request
    /// A warning was not accepted, or is new.
    case warnings
    /// The wallet was locked in between.
    case locked
}
