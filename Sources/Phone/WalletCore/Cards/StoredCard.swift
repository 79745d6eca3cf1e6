// SPDX-License-Identifier: EUPL-1.2

import Foundation
import OpenID4VCI
import OpenID4VCIWallet
import WalletInterface

/// The entry of a card: enough for the dashboard and the status, so that neither opens the card itself.
///
/// The store's sentinel covers the entries, but not the rows that they name. Such a row opens only at its own place, is written once and
/// never changed, and counts only while an entry names it. So no old row can be restored, and opening the store does not depend on their
/// number. `CardShelf.checkAll` detects a changed or missing row after the first unlock.
struct CardEntry: Codable, Sendable, Equatable {
    let id: CardID
    let isPID: Bool
    let type: String
    let styles: [Style]
    let issuerName: StoredText
    let issuedAt: Date
    let validFrom: Date?
    /// The end of the validity: the earliest end of a copy, or the end of the day of expiry that the card names.
    let expiresAt: Date?
    /// Names of the `dc+sd-jwt` copies that were not disclosed yet.
    var sdJWTs: [String]
    /// Names of the `mso_mdoc` copies that were not disclosed yet.
    var mdocs: [String]
    /// The last status from the issuer's status lists.
    var status: KnownStatus
    /// The issuer's logos and patterns, if small enough for a frequently written entry; nil or empty for none.
    var logos: [Pictures]?
    /// The name of the `dc+sd-jwt` copy that was disclosed last; nil while another is left. It only shows what the card holds.
    var spentSDJWT: String?
    /// The name of the `mso_mdoc` copy that was disclosed last; nil while another is left. It only shows what the card holds.
    var spentMDoc: String?
    /// The number of the newest event about the card or those that it replaced; 0 if there is none. Nil if no event was linked yet: earlier
    /// versions of the app linked none.
    var lastEvent: Int64?
    /// The first of the cards that this one replaced; nil if it replaced none.
    var line: CardID?
    /// The true time at which this card replaced another; nil if it replaced none. Earlier versions of the app did not keep it.
    var renewedAt: Date?

    private enum CodingKeys: String, CodingKey {
        case id, isPID, type, styles, issuerName, issuedAt, validFrom, expiresAt, sdJWTs, mdocs, status, logos, spentSDJWT, spentMDoc
        case lastEvent, line, renewedAt
    }

    /// The longest address of a logo, in bytes.
    static let longestLogo = 4 * 1024

    /// A known status.
    struct KnownStatus: Codable, Sendable, Equatable {
        /// The value in a status list.
        enum Value: String, Codable, Sendable {
            case valid, revoked, suspended, unknown
        }

        var value: Value
        /// The true time of the last update.
        var updatedAt: Date
        /// The indexes of the copies in status lists, by the list's address; empty if the issuer provides none.
        let references: [String: [Int]]

        private enum CodingKeys: String, CodingKey {
            case value, references
            case updatedAt = "learntAt"
        }
    }

    /// The period before expiry in which a card expires soon, in seconds; for a short-lived card, a quarter of its life.
    static let soon: TimeInterval = 30 * 86_400

    /// Returns the card's status at a time.
    ///
    /// - Parameter maximumAge: the longest accepted age of the known status, in seconds.
    func status(at now: Date, maximumAge: TimeInterval) -> CardStatus {
        if status.value == .revoked { return .revoked }
        if let expiresAt, now >= expiresAt { return .expired }
        if let validFrom, now < validFrom { return .notYetValid }
        if status.value == .suspended { return .suspended }
        if !status.references.isEmpty {
            let age = now.timeIntervalSince(status.updatedAt)
            // A small negative age means that the clock was corrected; a large one means that the clock is unreliable.
            guard status.value == .valid, (-300..<maximumAge).contains(age) else { return .unknown }
        }
        if let expiresAt {
            let life = expiresAt.timeIntervalSince(validFrom ?? issuedAt)
            if expiresAt.timeIntervalSince(now) < min(Self.soon, life / 4) { return .expiresSoon }
        }
        return .valid
    }

    /// Returns the dashboard's view of the card with a given status.
    ///
    /// - Parameter zone: the time zone in which the issuer counts days.
    func summary(as status: CardStatus, in zone: TimeZone) -> CardSummary {
        CardSummary(
            id: id, isPID: isPID, styles: styles.map(\.shown), issuerName: issuerName.shown, issuedAt: issuedAt, validFrom: validFrom,
            expiresAt: expiresAt, zone: zone, status: status, logos: (logos ?? []).map(\.shown), copiesLeft: copiesLeft,
            renewedAt: renewedAt)
    }
}

/// The data shown when a card is opened. The row is written once.
struct StoredCard: Codable, Sendable, Equatable {
    let pictures: [CardEntry.Pictures]
    /// The verified claims, as JSON.
    let payload: Data
    /// The issuer's labels of claims, in its order.
    let names: [ClaimName]
    let issuer: Issuer

    private enum CodingKeys: String, CodingKey { case pictures, payload, names, issuer }

    /// The label of a claim.
    struct ClaimName: Codable, Sendable, Equatable {
        let path: [String]
        let name: StoredText

        private enum CodingKeys: String, CodingKey { case path, name }
    }

    /// The issuer of the card.
    struct Issuer: Codable, Sendable, Equatable {
        /// The issuer's identifier, an address.
        let identifier: String
        let name: StoredText
        /// The address of the logo.
        let logo: String?
        /// The name in its certificate, common name or organisation; nil if absent.
        let certifiedName: String?

        private enum CodingKeys: String, CodingKey { case identifier, name, logo, certifiedName }

        /// The issuer as it is shown.
        var shown: CardIssuer { CardIssuer(identifier: identifier, name: name.shown, logo: logo, certifiedName: certifiedName) }
    }
}

/// A copy of a credential with the identifier of its key. The row is written once, and removed before the copy's disclosure; the last copy
/// in a format stays, without its key.
struct StoredCopy: Codable, Sendable, Equatable {
    /// An SD-JWT, or an mdoc's `IssuerSigned` in base64url.
    let credential: String
    /// The key's identifier at the provider.
    let keyID: String

    private enum CodingKeys: String, CodingKey { case credential, keyID }
}

/// The wallet's PID, stored beside the entries so that a start need not open them.
struct StoredPID: Codable, Sendable, Equatable {
    let card: CardID
    /// The provider's state of the PID's recovery code.
    var recovery: Recovery

    private enum CodingKeys: String, CodingKey { case card, recovery }

    /// The provider's state of a recovery code.
    enum Recovery: String, Codable, Sendable {
        /// The recovery code was not disclosed yet.
        case undisclosed = "untold"
        /// Known to the provider.
        case known
        /// Refused, or the PID has none: the PIN cannot be recovered.
        case refused
    }
}

extension StoreKey where Value == CardEntry {
    static func cardEntry(_ id: CardID) -> Self { Self(.cardEntry, id.text) }
}

extension StoreKey where Value == StoredPID {
    /// Present once there is a PID.
    static var pid: Self { Self(.account, "pid") }
}

extension StoreKey where Value == StoredCard {
    /// The data shown when a card is opened.
    static func card(_ id: CardID) -> Self { Self(.card, id.text) }
}

extension StoreKey where Value == StoredCopy {
    /// A copy of a credential.
    static func copy(_ name: String) -> Self { Self(.copy, name) }
}
