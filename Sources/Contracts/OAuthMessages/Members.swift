// SPDX-License-Identifier: EUPL-1.2

package import JSON

/// Reads an object's members with limits; ignores unknown members. `null` is a wrong type, not an absence.
package struct Members {
    /// Maximum size of a text in bytes, unless the member has one of its own.
    package static let maximumTextBytes = 2048
    /// Maximum size in bytes of a `state`, a `request_uri`, or an identifier of a party, a kind of credentials, a data set or a
    /// notification.
    package static let maximumIdentifierBytes = 512
    /// Maximum size in bytes of a `jti`, a single scope, a `grant_type` or the type of an authorisation detail.
    package static let maximumNameBytes = 256
    /// Maximum size in bytes of a word that a standard lists, such as `format` or `htm`, a language, a thumbprint or a transaction code.
    package static let maximumWordBytes = 64
    /// Maximum size of a code of an offer, an `issuer_state` or several scopes in bytes.
    package static let maximumCodeBytes = 4096
    /// Maximum size of a nonce or a challenge in bytes. Some issuers make it of an encrypted JWT, which has more than 512.
    package static let maximumNonceBytes = 1024
    /// Maximum length of a text for display in Unicode scalars, unless the member has one of its own.
    package static let maximumSentenceLength = 300
    /// Maximum number of texts in a list, unless the member has one of its own.
    package static let maximumListCount = 64
    /// Maximum size of a text in a list in bytes.
    package static let maximumEntryBytes = 512

    package let object: JSONObject

    package init(_ object: JSONObject) { self.object = object }

    package init(_ value: JSONValue, _ what: String) throws(MalformedMessage) {
        guard case .object(let object) = value else { throw MalformedMessage("\(what) is not an object") }
        self.object = object
    }

    /// Returns true if the object has the member, also as `null`.
    package func has(_ name: String) -> Bool { object[name] != nil }

    /// Reads a text of 1 to `maximum` bytes.
    package func text(_ name: String, maximum: Int = maximumTextBytes) throws(MalformedMessage) -> String {
        guard let value = object[name] else { throw MalformedMessage("no member \(name)") }
        return try Self.text(value, name, maximum: maximum)
    }

    /// Reads the member as `text`; nil if absent.
    package func optionalText(_ name: String, maximum: Int = maximumTextBytes) throws(MalformedMessage) -> String? {
        has(name) ? try text(name, maximum: maximum) : nil
    }

    /// Reads an opaque text such as a code, a nonce or an identifier: visible ASCII and spaces (RFC 6749 appendix A, VSCHAR).
    package func token(_ name: String, maximum: Int = maximumTextBytes) throws(MalformedMessage) -> String {
        let value = try text(name, maximum: maximum)
        guard value.isVisibleASCII else { throw MalformedMessage("\(name) has characters that it may not have") }
        return value
    }

    /// Reads the member as `token`; nil if absent.
    package func optionalToken(_ name: String, maximum: Int = maximumTextBytes) throws(MalformedMessage) -> String? {
        has(name) ? try token(name, maximum: maximum) : nil
    }

    /// Reads a text for display: no control characters, and none that change the direction of surrounding text.
    package func sentence(_ name: String, maximum: Int = maximumSentenceLength) throws(MalformedMessage) -> String {
        let value = try text(name, maximum: 4 * maximum)
        guard value.unicodeScalars.count <= maximum, value.unicodeScalars.allSatisfy(\.isShowable) else {
            throw MalformedMessage("\(name) is not a text to show")
        }
        return value
    }

    /// Reads the member as `sentence`; nil if absent.
    package func optionalSentence(_ name: String, maximum: Int = maximumSentenceLength) throws(MalformedMessage) -> String? {
        has(name) ? try sentence(name, maximum: maximum) : nil
    }

    /// Reads an https address.
    package func url(_ name: String) throws(MalformedMessage) -> HTTPSURL {
        guard let url = HTTPSURL(try text(name)) else { throw MalformedMessage("\(name) is not an https address") }
        return url
    }

    /// Reads the member as `url`; nil if absent.
    package func optionalURL(_ name: String) throws(MalformedMessage) -> HTTPSURL? {
        has(name) ? try url(name) : nil
    }

    /// Reads a whole number in a range.
    package func integer(_ name: String, _ range: ClosedRange<Int64>) throws(MalformedMessage) -> Int64 {
        guard let value = object[name] else { throw MalformedMessage("no member \(name)") }
        guard case .integer(let number) = value, range.contains(number) else {
            throw MalformedMessage("\(name) is not a whole number in its range")
        }
        return number
    }

    /// Reads the member as `integer`; nil if absent.
    package func optionalInteger(_ name: String, _ range: ClosedRange<Int64>) throws(MalformedMessage) -> Int64? {
        has(name) ? try integer(name, range) : nil
    }

    /// Reads seconds since 1970 as `NumericDate` does.
    package func time(_ name: String) throws(MalformedMessage) -> Int64 {
        guard let value = object[name] else { throw MalformedMessage("no member \(name)") }
        guard let date = NumericDate(value) else { throw MalformedMessage("\(name) is not a number in its range") }
        return date.seconds
    }

    /// Reads the member as `time`; nil if absent.
    package func optionalTime(_ name: String) throws(MalformedMessage) -> Int64? { has(name) ? try time(name) : nil }

    /// Reads a duration in seconds as `NumericDate` does: a fraction is cut off.
    package func duration(_ name: String, _ range: ClosedRange<Int64>) throws(MalformedMessage) -> Int64 {
        let seconds = try time(name)
        guard range.contains(seconds) else { throw MalformedMessage("\(name) is not a number in its range") }
        return seconds
    }

    /// Reads a boolean; the default without the member.
    package func bool(_ name: String, default value: Bool) throws(MalformedMessage) -> Bool {
        switch object[name] {
        case nil: value
        case .bool(let value)?: value
        default: throw MalformedMessage("\(name) is not a boolean")
        }
    }

    /// Reads an object.
    package func members(_ name: String) throws(MalformedMessage) -> Members {
        guard let value = object[name] else { throw MalformedMessage("no member \(name)") }
        return try Members(value, name)
    }

    /// Reads the member as `members`; nil if absent.
    package func optionalMembers(_ name: String) throws(MalformedMessage) -> Members? { has(name) ? try members(name) : nil }

    /// Reads an array of 1 to `maximum` values; nil if the member is missing.
    package func optionalArray(_ name: String, maximum: Int) throws(MalformedMessage) -> [JSONValue]? {
        guard let value = object[name] else { return nil }
        guard case .array(let values) = value, (1...maximum).contains(values.count) else {
            throw MalformedMessage("\(name) is not an array of 1 to \(maximum) values")
        }
        return values
    }

    /// Reads an array of 1 to `maximum` different texts; nil if the member is missing.
    package func optionalTexts(_ name: String, maximum: Int = maximumListCount) throws(MalformedMessage) -> [String]? {
        guard let values = try optionalArray(name, maximum: maximum) else { return nil }
        var texts: [String] = []
        for value in values { texts.append(try Self.text(value, name, maximum: Self.maximumEntryBytes)) }
        guard Set(texts.map { Array($0.utf8) }).count == texts.count else { throw MalformedMessage("\(name) has a value twice") }
        return texts
    }

    private static func text(_ value: JSONValue, _ name: String, maximum: Int) throws(MalformedMessage) -> String {
        guard case .string(let text) = value, (1...maximum).contains(text.utf8.count) else {
            throw MalformedMessage("\(name) is not a text of 1 to \(maximum) bytes")
        }
        return text
    }
}

extension Unicode.Scalar {
    /// True if the character may occur in displayed text. Persian, Indic scripts and emoji need the joiners.
    fileprivate var isShowable: Bool {
        if self == "\u{200C}" || self == "\u{200D}" { return true }
        return switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}

extension StringProtocol {
    /// True if the text has only characters that OAuth permits in tokens and parameters: 0x20...0x7E.
    package var isVisibleASCII: Bool { utf8.allSatisfy { (0x20...0x7E).contains($0) } }

    /// True if both texts are the same, code point by code point.
    package func isExactly(_ other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension JSONObject {
    /// Appends a member unless its value is nil.
    package mutating func append(_ name: String, ifAny value: JSONValue?) {
        if let value { append(name, value) }
    }
}

extension JSONValue {
    /// Makes an array of texts.
    package static func texts(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }
}
