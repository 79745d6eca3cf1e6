// SPDX-License-Identifier: EUPL-1.2

import JSON

/// A picture from an issuer (OpenID4VCI §12.2.4): an `https` URL, or a `data:` URL with the picture itself.
public struct DisplayImage: Sendable, Hashable {
    /// Maximum size of a URL in bytes.
    public static let maximumBytes = 64 * 1024

    /// The URL, at most ``maximumBytes`` long.
    public let uri: String
    public let alternativeText: String?

    /// A picture at an `https` or `data:` URL.
    public init(uri: String, alternativeText: String? = nil) {
        self.uri = uri
        self.alternativeText = alternativeText
    }

    /// Nil for any other scheme: a picture that cannot be shown is no reason to refuse a credential.
    init?(_ members: Members) throws(MalformedMessage) {
        let uri = try members.text("uri", maximum: Self.maximumBytes)
        alternativeText = try members.optionalSentence("alt_text")
        let isData = ["data:image/png;", "data:image/svg+xml;", "data:image/svg+xml,", "data:image/jpeg;"].contains { uri.hasPrefix($0) }
        guard isData && uri.isVisibleASCII || HTTPSURL(uri) != nil else { return nil }
        self.uri = uri
    }

    var json: JSONObject {
        var object: JSONObject = ["uri": .string(uri)]
        object.append("alt_text", ifAny: alternativeText.map(JSONValue.string))
        return object
    }
}

/// The display properties of an issuer in one language (§12.2.4, `display`).
public struct IssuerDisplay: Sendable, Hashable {
    /// The issuer's name.
    public let name: String?
    /// The language (BCP 47).
    public let locale: String?
    public let logo: DisplayImage?

    /// Display properties in a language (BCP 47).
    public init(name: String?, locale: String?, logo: DisplayImage? = nil) {
        self.name = name
        self.locale = locale
        self.logo = logo
    }

    init(_ members: Members) throws(MalformedMessage) {
        name = try members.optionalSentence("name")
        locale = try members.optionalToken("locale", maximum: Members.maximumWordBytes)
        logo = try members.image("logo")
    }

    var json: JSONObject {
        var object = JSONObject()
        object.append("name", ifAny: name.map(JSONValue.string))
        object.append("locale", ifAny: locale.map(JSONValue.string))
        object.append("logo", ifAny: (logo?.json).map(JSONValue.object))
        return object
    }
}

/// The display properties of a credential in one language (§12.2.4, `credential_metadata.display`).
public struct CredentialDisplay: Sendable, Hashable {
    /// Maximum length of a description in Unicode scalars.
    package static let maximumDescriptionLength = 1000

    /// The credential's name.
    public let name: String
    /// The language (BCP 47).
    public let locale: String?
    public let description: String?
    public let logo: DisplayImage?
    /// A picture for the background of a card.
    public let backgroundImage: DisplayImage?
    /// `#rgb` or `#rrggbb`; other notations are ignored.
    public let backgroundColor: String?
    /// `#rgb` or `#rrggbb`.
    public let textColor: String?

    /// Display properties in a language; colours are `#rgb` or `#rrggbb`.
    public init(
        name: String, locale: String?, description: String? = nil, logo: DisplayImage? = nil, backgroundImage: DisplayImage? = nil,
        backgroundColor: String? = nil, textColor: String? = nil
    ) {
        self.name = name
        self.locale = locale
        self.description = description
        self.logo = logo
        self.backgroundImage = backgroundImage
        self.backgroundColor = backgroundColor
        self.textColor = textColor
    }

    init(_ members: Members) throws(MalformedMessage) {
        name = try members.sentence("name")
        locale = try members.optionalToken("locale", maximum: Members.maximumWordBytes)
        description = try members.optionalSentence("description", maximum: Self.maximumDescriptionLength)
        logo = try members.image("logo")
        backgroundImage = try members.image("background_image")
        backgroundColor = try members.color("background_color")
        textColor = try members.color("text_color")
    }

    var json: JSONObject {
        var object: JSONObject = ["name": .string(name)]
        object.append("locale", ifAny: locale.map(JSONValue.string))
        object.append("description", ifAny: description.map(JSONValue.string))
        object.append("logo", ifAny: (logo?.json).map(JSONValue.object))
        object.append("background_image", ifAny: (backgroundImage?.json).map(JSONValue.object))
        object.append("background_color", ifAny: backgroundColor.map(JSONValue.string))
        object.append("text_color", ifAny: textColor.map(JSONValue.string))
        return object
    }
}

extension Members {
    fileprivate func image(_ name: String) throws(MalformedMessage) -> DisplayImage? {
        guard let members = try optionalMembers(name) else { return nil }
        return try DisplayImage(members)
    }

    /// Reads a colour; the strict form makes it safe to insert into a page.
    fileprivate func color(_ name: String) throws(MalformedMessage) -> String? {
        guard let text = try optionalText(name, maximum: Members.maximumWordBytes), text.first == "#", [4, 7].contains(text.utf8.count),
            text.utf8.dropFirst().allSatisfy({ $0.hexadecimal != nil })
        else { return nil }
        return text
    }

    /// Reads objects for several languages; each language may occur once.
    func displays<Display>(
        _ name: String, locale: (Display) -> String?, _ read: (Members) throws(MalformedMessage) -> Display
    ) throws(MalformedMessage) -> [Display] {
        var displays: [Display] = []
        var locales: Set<String> = []
        for value in try optionalArray(name, maximum: Self.maximumListCount) ?? [] {
            let display = try read(Members(value, name))
            guard locales.insert(locale(display)?.lowercased() ?? "").inserted else {
                throw MalformedMessage("\(name) has a language twice")
            }
            displays.append(display)
        }
        return displays
    }
}
