// SPDX-License-Identifier: EUPL-1.2

import HSM
import JSON
package import OpenID4VCI
import OpenID4VCIIssuer

/// Creates PID offers for persons who were identified by other means, for example at a counter (OpenID4VCI §4.1, §3.5).
package struct OfferDesk: Sendable {
    private let issuer: HTTPSURL
    private let store: IssuerStore
    private let random: @Sendable (_ count: Int) -> [UInt8]

    /// Creates the desk of an issuer.
    package init(issuer: HTTPSURL, store: IssuerStore, random: @escaping @Sendable (_ count: Int) -> [UInt8]) {
        self.issuer = issuer
        self.store = store
        self.random = random
    }

    /// An offer and its transaction code.
    package struct Offer: Sendable {
        /// The link with the offer by value. Contains a secret.
        package let link: String
        /// The link with the offer by reference to the issuer's server.
        package let reference: String
        /// The transaction code; nil if the offer needs none.
        package let transactionCode: String?
    }

    /// Creates an offer.
    ///
    /// - Parameters:
    ///   - person: the citizen service number.
    ///   - hasTransactionCode: true adds a code of six digits, which reaches the person separately.
    ///   - lifetime: lifetime of the offer, in seconds.
    /// - Throws: ``IssuerStoreError``.
    package func offer(
        _ kinds: [PIDKind] = PIDKind.allCases, to person: String, hasTransactionCode: Bool, lifetime: Int64 = 600
    ) async throws -> Offer {
        let code = Base64URL.encode(random(32))
        let transactionCode = hasTransactionCode ? sixDigits() : nil
        let expiresAt = store.now + lifetime
        try await store.put(
            OfferRecord(
                grant: PreAuthorizedGrant(transactionCode: transactionCode, expiresAt: expiresAt),
                configurationIDs: kinds.map(\.identifier), person: person, triesLeft: IssuerConfiguration.triesForOffer),
            under: code, until: expiresAt)
        let description = transactionCode.map { TransactionCodeDescription(length: $0.count) }
        let offer = CredentialOffer(
            issuer: issuer, configurationIDs: kinds.map(\.identifier),
            preAuthorizedCode: .init(code: code, transactionCode: description))
        let identifier = Base64URL.encode(random(32))
        try await store.put(OfferDocumentRecord(offer: offer), under: identifier, until: expiresAt)
        let address = HTTPSURL(issuer.text + Self.path + identifier)
        return Offer(
            link: CredentialOfferLink.value(offer).link(), reference: address.map { CredentialOfferLink.reference($0).link() } ?? "",
            transactionCode: transactionCode)
    }

    /// The path under which offers are fetched.
    static let path = "/credential-offers/"

    private func sixDigits() -> String {
        var digits = ""
        while digits.utf8.count < 6 {
            // Values from 250 would favour some digits.
            for byte in random(8) where byte < 250 && digits.utf8.count < 6 { digits += String(byte % 10) }
        }
        return digits
    }
}
