// SPDX-License-Identifier: EUPL-1.2

import Foundation
import OpenID4VCI
import WalletInterface

/// What the list of cards keeps of each: enough for the dashboard and for the status, so that no card is opened for either.
///
/// The list is covered by the store's sentinel. The rows that it names are not: each opens at its own place only, is written once and never
/// changed, and counts only while the list names it. So none of them can be put back, and opening the store does not depend on how many there
/// are. One that is changed or left out is met by `checkCards`, after the first unlock.
struct CardEntry: Codable, Sendable, Equatable {
    let id: CardID
    let isPID: Bool
    /// `vct`.
    let type: String
    let styles: [CardStyle]
    let issuerName: LocalizedText
    let issuedAt: Date
    let validFrom: Date?
    let expiresAt: Date?
    /// Copies in `dc+sd-jwt` that were not shown yet, by name.
    var sdJWTs: [String]
    /// Copies in `mso_mdoc` that were not shown yet, by name.
    var mdocs: [String]
    /// What the issuer's status lists said last.
    var status: KnownStatus
    /// The issuer's logos and patterns that are small enough for a list that is written often; nil or none where there are none.
    var logos: [CardPictures]?

    /// The longest address of such a picture, in bytes.
    static let longestLogo = 4 * 1024

    /// What is known of a status.
    struct KnownStatus: Codable, Sendable, Equatable {
        /// What a list says.
        enum Value: String, Codable, Sendable {
            case valid, revoked, suspended, unknown
        }

        var value: Value
        /// When it was learnt, by the phone's clock.
        var learntAt: Date
        /// Where it stands; empty when the issuer says nothing of it.
        let references: [Reference]
    }

    /// An entry of a status list.
    struct Reference: Codable, Sendable, Hashable {
        let uri: String
        let index: Int
    }

    /// How long before its end a card ends soon, in seconds; for a card that lives shortly, a quarter of its life.
    static let soon: TimeInterval = 30 * 86_400

    /// How the card is now.
    ///
    /// - Parameter maximumAge: how old what is known of its status may be, in seconds.
    func status(at now: Date, maximumAge: TimeInterval) -> CardStatus {
        if status.value == .revoked { return .revoked }
        if let expiresAt, now >= expiresAt { return .expired }
        if let validFrom, now < validFrom { return .notYetValid }
        if status.value == .suspended { return .suspended }
        if !status.references.isEmpty {
            let age = now.timeIntervalSince(status.learntAt)
            // A little before its time is a clock that was set right; long before is one that cannot be relied on.
            guard status.value == .valid, (-300..<maximumAge).contains(age) else { return .unknown }
        }
        if let expiresAt {
            let life = expiresAt.timeIntervalSince(validFrom ?? issuedAt)
            if expiresAt.timeIntervalSince(now) < min(Self.soon, life / 4) { return .expiresSoon }
        }
        return .valid
    }

    /// What the dashboard shows.
    func summary(at now: Date, maximumAge: TimeInterval) -> CardSummary { summary(as: status(at: now, maximumAge: maximumAge)) }

    /// What the dashboard shows of a card that is in that way.
    func summary(as status: CardStatus) -> CardSummary {
        CardSummary(
            id: id, isPID: isPID, styles: styles, issuerName: issuerName, issuedAt: issuedAt, validFrom: validFrom, expiresAt: expiresAt,
            status: status, logos: logos ?? [])
    }
}

/// What is shown of a card when it is opened. It is written once.
struct StoredCard: Codable, Sendable, Equatable {
    let pictures: [CardPictures]
    /// All that the credential says, JSON, as it was verified.
    let payload: Data
    /// What the issuer calls the claims, in its order.
    let names: [ClaimName]
    let issuer: CardIssuer

    /// What a claim is called.
    struct ClaimName: Codable, Sendable, Equatable {
        let path: [String]
        let name: LocalizedText
    }
}

/// A copy of a credential with the key that it is bound to. It is written once, and removed when it was shown.
struct StoredCopy: Codable, Sendable, Equatable {
    /// An SD-JWT, or base64url of an mdoc's `IssuerSigned`.
    let credential: String
    /// The key's id at the provider.
    let keyID: String
}

/// An event. It is written once.
struct StoredEvent: Codable, Sendable, Equatable {
    let kind: String
    let date: Date
    let card: CardID
    let cardName: LocalizedText
    let issuerName: LocalizedText
}

/// The wallet's PID, beside the list so that a start need not read that.
struct StoredPID: Codable, Sendable, Equatable {
    let card: CardID
    /// Whether the provider knows the PID's recovery code.
    var recovery: Recovery

    /// What the provider makes of the recovery code.
    enum Recovery: String, Codable, Sendable {
        /// It was not told yet.
        case untold
        /// It knows it.
        case known
        /// It refuses it, or the PID has none: a PIN cannot be recovered.
        case refused
    }
}

extension StoreKey where Value == [CardEntry] {
    /// The cards; not there without any.
    static var cards: Self { Self(.account, "cards") }
}

extension StoreKey where Value == StoredPID {
    /// There once there is a PID.
    static var pid: Self { Self(.account, "pid") }
}

extension StoreKey where Value == Int64 {
    /// How many events there were ever.
    static var eventCount: Self { Self(.account, "event_count") }
}

extension StoreKey where Value == StoredCard {
    /// What is shown of a card.
    static func card(_ id: CardID) -> Self { Self(.card, id.text) }
}

extension StoreKey where Value == StoredCopy {
    /// A copy.
    static func copy(_ name: String) -> Self { Self(.copy, name) }
}

extension StoreKey where Value == StoredEvent {
    /// An event, from 1.
    static func event(_ number: Int64) -> Self { Self(.event, String(number)) }
}
