// SPDX-License-Identifier: EUPL-1.2

/// A sample link (PF2.7).
package enum SampleLink: String, Sendable, Hashable, CaseIterable {
    /// Requests disclosure of data.
    case disclosure
    /// Offers cards.
    case credentialOffer = "offer"
    /// Offers cards in exchange for disclosure of data.
    case disclosureBasedIssuance = "disclosure-based-issuance"
    /// Returns from logging in at an issuer.
    case issuanceRedirect = "redirect"
    /// Transfers a wallet to another phone.
    case transfer
    /// Points to the wallet's own host, but is not a valid link.
    case invalid
    /// Requests disclosure and was meant for the wallet's scanner, but another app has scanned it.
    case scanned
}
