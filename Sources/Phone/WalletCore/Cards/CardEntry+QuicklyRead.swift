// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JOSE

/// The list of cards is read each time it is shown, and a wallet may have a thousand.
extension Array: QuicklyRead where Element == CardEntry {
    init?(storedJSON: [UInt8]) {
        let limits = JSONLimits(maximumBytes: StoreFile.maximumSize)
        guard case .array(let values)? = try? JSONValue(parsing: storedJSON, limits: limits) else { return nil }
        self = []
        reserveCapacity(values.count)
        for value in values {
            guard let entry = CardEntry(Members(value)) else { return nil }
            append(entry)
        }
    }
}

/// The members of an object as `JSONEncoder` writes them.
private struct Members {
    let object: JSONObject

    init?(_ value: JSONValue?) {
        guard case .object(let object)? = value else { return nil }
        self.object = object
    }

    func text(_ name: String) -> String? {
        guard case .string(let text)? = object[name] else { return nil }
        return text
    }

    func bool(_ name: String) -> Bool? {
        guard case .bool(let value)? = object[name] else { return nil }
        return value
    }

    func date(_ name: String) -> Date? {
        switch object[name] {
        case .integer(let seconds)?: Date(timeIntervalSinceReferenceDate: Double(seconds))
        case .decimal(let seconds)?: Date(timeIntervalSinceReferenceDate: seconds)
        default: nil
        }
    }

    func members(_ name: String) -> Members? { Members(object[name]) }

    /// An array whose every element is what is asked for; nil otherwise.
    func array<Value>(_ name: String, _ read: (JSONValue) -> Value?) -> [Value]? {
        guard case .array(let elements)? = object[name] else { return nil }
        let values = elements.compactMap(read)
        return values.count == elements.count ? values : nil
    }

    func texts(_ name: String) -> [String]? {
        array(name) { value in if case .string(let text) = value { text } else { nil } }
    }
}

extension CardEntry {
    fileprivate init?(_ members: Members?) {
        guard let members, let id = members.members("id")?.text("text"), let isPID = members.bool("isPID"), let type = members.text("type"),
            let styles = members.array("styles", { CardStyle(Members($0)) }), let issuerName = LocalizedText(members.members("issuerName")),
            let issuedAt = members.date("issuedAt"), let sdJWTs = members.texts("sdJWTs"), let mdocs = members.texts("mdocs"),
            let status = KnownStatus(members.members("status"))
        else { return nil }
        let logos = members.array("logos") { CardPictures(Members($0)) }
        guard logos != nil || members.object["logos"] == nil else { return nil }
        self.init(
            id: CardID(id), isPID: isPID, type: type, styles: styles, issuerName: issuerName, issuedAt: issuedAt,
            validFrom: members.date("validFrom"), expiresAt: members.date("expiresAt"), sdJWTs: sdJWTs, mdocs: mdocs, status: status,
            logos: logos)
    }
}

extension CardEntry.KnownStatus {
    fileprivate init?(_ members: Members?) {
        guard let members, let value = members.text("value").flatMap(Value.init), let learntAt = members.date("learntAt"),
            let references = members.array("references", { CardEntry.Reference(Members($0)) })
        else { return nil }
        self.init(value: value, learntAt: learntAt, references: references)
    }
}

extension CardEntry.Reference {
    fileprivate init?(_ members: Members?) {
        guard let members, let uri = members.text("uri"), case .integer(let index)? = members.object["index"] else { return nil }
        self.init(uri: uri, index: Int(index))
    }
}

extension CardStyle {
    fileprivate init?(_ members: Members?) {
        guard let members, let name = members.text("name") else { return nil }
        self.init(
            locale: members.text("locale"), name: name, description: members.text("description"),
            backgroundColor: members.text("backgroundColor"), textColor: members.text("textColor"))
    }
}

extension CardPictures {
    fileprivate init?(_ members: Members?) {
        guard let members else { return nil }
        self.init(
            locale: members.text("locale"), logo: members.text("logo"), logoText: members.text("logoText"),
            background: members.text("background"))
    }
}

extension LocalizedText {
    fileprivate init?(_ members: Members?) {
        let entries = members?.array("entries") { value -> Entry? in
            guard let entry = Members(value), let text = entry.text("text") else { return nil }
            return Entry(locale: entry.text("locale"), text: text)
        }
        guard let entries else { return nil }
        self.init(entries)
    }
}
