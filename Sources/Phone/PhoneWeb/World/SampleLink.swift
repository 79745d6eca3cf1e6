// SPDX-License-Identifier: EUPL-1.2

/// A link to try out (PF2.7).
package enum SampleLink: String, Sendable, Hashable, CaseIterable {
    /// Asks to show data.
    case disclosure
    /// Offers cards.
    case credentialOffer = "offer"
    /// Offers cards in exchange for showing data.
    case disclosureBasedIssuance = "disclosure-based-issuance"
    /// Leads back from logging in at an issuer.
    case issuanceRedirect = "redirect"
    /// Moves a wallet to another phone.
    case transfer
    /// Leads to the wallet's own host, but is none of its links.
    case invalid
    /// Asks to show data and was meant to be scanned by the wallet, but something else has scanned it.
    case scanned
}
