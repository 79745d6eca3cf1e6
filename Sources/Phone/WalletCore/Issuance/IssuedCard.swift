// SPDX-License-Identifier: EUPL-1.2

import CalendarDays
import Foundation
import JSON
import OpenID4VCI
import OpenID4VCIWallet
import SDJWT
import WalletInterface

/// An issued and verified card, ready to be shown or stored.
struct IssuedCard: Codable, Sendable, Equatable {
    /// The part that the dashboard shows.
    var entry: CardEntry
    /// The data shown when the card is opened.
    let card: StoredCard

    private enum CodingKeys: String, CodingKey { case entry, card }

    /// Creates the card of a PID.
    ///
    /// - Parameters:
    ///   - pid: the first copy; all have the same contents.
    ///   - references: the indexes of all copies in status lists, by the list's address.
    ///   - expiresAt: the earliest expiry of the copies in the second format; nil without such copies.
    ///   - zone: the time zone in which the issuer counts days. The card ends with its day of expiry there, even if its copies live longer.
    ///   - metadata: the issuer's metadata, as the session has it.
    init(
        id: CardID, _ pid: VerifiedSDJWT, references: [String: [Int]], expiresAt: Date?, zone: TimeZone,
        metadata: CredentialIssuerMetadata, configurationID: String, type: String, at now: Date
    ) {
        let configuration = metadata.configuration(configurationID)
        let displays = configuration?.display ?? []
        let issuerName = StoredText(
            metadata.display.compactMap { display in display.name.map { StoredText.Entry(locale: display.locale, text: $0) } })
        let styles = displays.map {
            CardEntry.Style(
                locale: $0.locale, name: $0.name, description: $0.description, backgroundColor: $0.backgroundColor,
                textColor: $0.textColor)
        }
        let ends = [
            pid.expiresAt.map { Date(timeIntervalSince1970: TimeInterval($0)) }, expiresAt,
            CardClaims.dayOfExpiry(in: pid.payload)?.end(in: zone),
        ].compactMap(\.self)
        var validFrom: Date?
        if let start = pid.payload["nbf"].flatMap({ NumericDate($0)?.seconds }) {
            validFrom = Date(timeIntervalSince1970: TimeInterval(start))
        }
        entry = CardEntry(
            id: id, isPID: true, type: type, styles: styles.isEmpty ? [Self.plainStyle(type)] : styles,
            issuerName: issuerName, issuedAt: now, validFrom: validFrom, expiresAt: ends.min(), sdJWTs: [], mdocs: [],
            status: CardEntry.KnownStatus(value: .valid, updatedAt: now, references: references), logos: Self.logos(displays))
        card = StoredCard(
            pictures: displays.map {
                CardEntry.Pictures(
                    locale: $0.locale, logo: $0.logo?.uri, logoText: $0.logo?.alternativeText, background: $0.backgroundImage?.uri)
            },
            payload: Data(pid.payload.encode()), names: Self.names(configuration?.claims ?? []),
            issuer: StoredCard.Issuer(
                identifier: metadata.issuer.text, name: issuerName, logo: metadata.display.lazy.compactMap { $0.logo?.uri }.first,
                certifiedName: CredentialCheck.name(of: pid.issuer)))
    }

    /// Returns the style of a card whose issuer describes none.
    private static func plainStyle(_ name: String) -> CardEntry.Style {
        CardEntry.Style(locale: nil, name: name, description: nil, backgroundColor: nil, textColor: nil)
    }

    /// Returns the pictures that are small enough for the entry.
    private static func logos(_ displays: [CredentialDisplay]) -> [CardEntry.Pictures] {
        displays.compactMap { display in
            let (logo, background) = (small(display.logo), small(display.backgroundImage))
            guard logo != nil || background != nil else { return nil }
            return CardEntry.Pictures(
                locale: display.locale, logo: logo?.uri, logoText: logo?.alternativeText, background: background?.uri)
        }
    }

    private static func small(_ picture: DisplayImage?) -> DisplayImage? {
        picture.flatMap { $0.uri.utf8.count <= CardEntry.longestLogo && $0.uri.hasPrefix("data:") ? $0 : nil }
    }

    /// Returns the labels of claims whose path contains only names; claims inside arrays are shown with the array.
    private static func names(_ claims: [ClaimDescription]) -> [StoredCard.ClaimName] {
        claims.compactMap { claim in
            var path: [String] = []
            for step in claim.path.steps {
                guard case .name(let name) = step else { return nil }
                path.append(name)
            }
            guard !path.isEmpty else { return nil }
            return StoredCard.ClaimName(
                path: path,
                name: StoredText(
                    claim.display.compactMap { name in name.name.map { StoredText.Entry(locale: name.locale, text: $0) } }))
        }
    }

    /// The verified claims.
    ///
    /// - Throws: `storeDamaged`.
    var payload: JSONObject { get throws(WalletCoreError) { try card.claimsObject } }

    /// Returns the card with all its data.
    ///
    /// - Throws: `storeDamaged`.
    func details(at now: Date, maximumAge: TimeInterval, in zone: TimeZone) throws(WalletCoreError) -> CardDetails {
        CardDetails(
            summary: entry.summary(as: entry.status(at: now, maximumAge: maximumAge), in: zone), pictures: card.pictures.map(\.shown),
            claims: CardClaims.claims(of: try payload, names: card.names), issuer: card.issuer.shown)
    }
}

extension StoredCard {
    /// The claims of the credential.
    ///
    /// - Throws: `storeDamaged`.
    var claimsObject: JSONObject {
        get throws(WalletCoreError) {
            guard let object = try? JSONObject(parsing: Array(payload), limits: SDJWTLimits.default.json) else {
                throw WalletCoreError(.storeDamaged, "a card's claims cannot be read")
            }
            return object
        }
    }

    /// The code by which the issuer recognises the person; nil if absent.
    var recoveryCode: String? { (try? claimsObject)?.recoveryCode }
}

extension JSONObject {
    /// The code by which the issuer of a PID with these claims recognises the person; nil if absent.
    var recoveryCode: String? { if case .string(let code)? = self["recovery_code"] { code } else { nil } }
}
