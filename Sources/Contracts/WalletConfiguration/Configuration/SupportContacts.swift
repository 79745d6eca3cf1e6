// SPDX-License-Identifier: EUPL-1.2

import JSON

/// Contacts for users who need help: `{"phone": "+49…", "web": "https://…", "email": "…"}`; all are optional.
public struct SupportContacts: Sendable, Hashable {
    /// A telephone number, `+` and 6 to 15 digits (ITU-T E.164).
    package let phone: String?
    /// A web page.
    package let web: WebAddress?
    /// An email address: at most 254 ASCII characters, one `@`, followed by a host in lower case.
    package let email: String?

    /// Contacts. Values outside these limits cannot be signed or read back.
    public init(phone: String? = nil, web: WebAddress? = nil, email: String? = nil) {
        self.phone = phone
        self.web = web
        self.email = email
    }

    init(_ value: JSONValue, at path: String) throws(UnacceptableContents) {
        var reader = try ContentsReader(value, at: path)
        let phone = reader.optional("phone", Reading.text("a telephone number, + and 6 to 15 digits", Self.phone))
        let web = reader.optional("web", Reading.pageAddress)
        let email = reader.optional("email", Reading.text("a mail address", Self.email))
        self = try reader.finish(SupportContacts(phone: phone, web: web, email: email))
    }

    var json: JSONValue {
        var object = JSONObject()
        if let phone { object.append("phone", .string(phone)) }
        if let web { object.append("web", .string(web.text)) }
        if let email { object.append("email", .string(email)) }
        return .object(object)
    }

    private static func phone(_ text: String) -> String? {
        let digits = text.utf8.dropFirst()
        return text.utf8.first == UInt8(ascii: "+") && (6...15).contains(digits.count) && digits.allSatisfy(Character.isDigit) ? text : nil
    }

    private static func email(_ text: String) -> String? {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard text.utf8.count <= 254, parts.count == 2, (1...64).contains(parts[0].utf8.count), HostName.isAcceptable(parts[1]),
            parts[0].utf8.allSatisfy({ Character.isWord($0) || ".!#$&'*+-/=?^_{|}~".utf8.contains($0) })
        else { return nil }
        return text
    }
}

extension SupportContacts: Codable {
    private enum CodingKeys: String, CodingKey {
        case phone, web, email
    }

    /// Decodes contacts.
    ///
    /// - Throws: `DecodingError` for a value outside its limits.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys, _ check: (String) -> String?) throws -> String? {
            guard let text = try container.decodeIfPresent(String.self, forKey: key) else { return nil }
            guard let checked = check(text) else {
                throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: "outside its limits")
            }
            return checked
        }
        self.init(
            phone: try text(.phone, Self.phone), web: try container.decodeIfPresent(WebAddress.self, forKey: .web),
            email: try text(.email, Self.email))
    }
}
