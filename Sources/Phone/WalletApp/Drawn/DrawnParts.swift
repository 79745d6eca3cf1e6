// SPDX-License-Identifier: EUPL-1.2

public import Foundation

/// A button with its label. Its role names its place.
public struct DrawnButton: Sendable, Hashable, Codable {
    /// The control that a press names.
    public let control: String
    /// The style and the position.
    public let role: ControlRole
    /// The label; for icons the accessible name.
    public let label: String
    /// The target of the action, which a press sends as its value; nil for a press without value.
    public let value: String?
    /// The icon in front of the label; nil if there is none.
    public let icon: ListIcon?

    init(_ button: Button, _ words: DrawnScreen.Words) {
        control = button.row.description
        role = button.role
        label = words(button.label)
        value = button.value
        icon = button.icon
    }
}

/// One row of a list.
public struct DrawnRow: Sendable, Hashable, Codable {
    /// The control that a press names; nil for the present choice, which ignores presses.
    public let control: String?
    /// The first line.
    public let label: String
    /// The second line; nil if there is none.
    public let detail: String?
    /// True for the selected option of a list, false for the other options; nil for a row that navigates.
    public let isChosen: Bool?
    /// The icon in front of the label; nil if there is none.
    public let icon: ListIcon?
    /// The present value of what the row leads to, shown at the end of the row and read after the label; nil if there is none.
    public let value: String?
    /// True if the row leads to a deletion; a host draws it in its colour for danger.
    public let isDestructive: Bool
    /// The option that this row stands for, where several rows have the same control: a press sends it as its value. Nil for a press
    /// without value.
    public let target: String?

    init(_ row: ListRow, _ words: DrawnScreen.Words) {
        control = row.row?.description
        label = words(row.label)
        detail = row.detail.map { words($0) }
        isChosen = row.isChosen
        icon = row.icon
        value = row.value.map { words($0) }
        isDestructive = row.isDestructive
        target = row.target
    }
}

/// A name with a value.
public struct DrawnFact: Sendable, Hashable, Codable {
    /// The name, in front of the value.
    public let name: String
    /// The value, which a copy button copies.
    public let value: String

    init(_ fact: Fact, _ words: DrawnScreen.Words) {
        name = words(fact.name)
        value =
            switch fact.value {
            case .same(let value): value
            case .text(let text): words(text)
            }
    }
}

/// A picture embedded in a card. It contains no active content, and showing it fetches nothing.
public struct DrawnPicture: Sendable, Hashable, Codable {
    /// `image/png`, `image/jpeg`, `image/webp` or `image/svg+xml`.
    public let mediaType: String
    /// The file as received.
    public let bytes: Data

    init(_ picture: EmbeddedPicture) {
        mediaType = picture.kind.rawValue
        bytes = picture.bytes
    }
}

/// A card with its status.
public struct DrawnCard: Sendable, Hashable, Codable {
    /// The control that a press names, with `value`; nil for a card that cannot be opened.
    public let control: String?
    /// The identity of the card.
    public let value: String
    /// The name that its issuer gives it.
    public let name: String
    /// The name of the issuer.
    public let issuer: String
    /// The status in a few words.
    public let status: String
    /// The severity of the status.
    public let severity: CardSeverity
    /// The holder's full name: the given names and the surname, as the app writes them; nil for a card that names none.
    public let holder: String?
    /// All given names of the holder (`given_name`), for a host that shortens or sets them apart; nil if the card has none.
    public let givenName: String?
    /// The holder's surname with its prefixes (`family_name`), which a host keeps on one line; nil if the card has none.
    public let familyName: String?
    /// The holder's photo; nil if there is none.
    public let photo: DrawnPicture?
    /// The issuer's logo; nil if there is none.
    public let logo: DrawnPicture?
    /// The background picture; nil if there is none.
    public let background: DrawnPicture?
    /// The background colour, `#rrggbb`; nil for the host's own colours.
    public let surface: String?
    /// The text colour, `#rrggbb`, legible on `surface`; nil for the host's own colours.
    public let ink: String?

    init(_ face: CardFace, _ words: DrawnScreen.Words) {
        let colors = face.colors(in: words.language)
        control = face.row?.description
        value = face.value
        name = words(face.name)
        issuer = words(face.issuer)
        status = words(face.badge.text)
        severity = face.badge.kind
        holder = face.holder?.name
        (givenName, familyName) = (face.holder?.givenName, face.holder?.familyName)
        photo = face.holder?.photo.map { DrawnPicture($0) }
        logo = face.logo(in: words.language).map { DrawnPicture($0) }
        background = face.background(in: words.language).map { DrawnPicture($0) }
        (surface, ink) = (colors?.surface, colors?.ink)
    }
}
