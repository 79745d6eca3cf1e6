// SPDX-License-Identifier: EUPL-1.2

import JSON

/// The outcome of a session, for the site's last page. Holds personal data: never log it.
enum SiteOutcome: Sendable, Hashable {
    /// The shop: 18 or older, or not.
    case age(isAdult: Bool)
    /// The town hall and the raffle: what the wallet has sent.
    case facts([Fact])
    /// The portal: the last four digits of the number.
    case login(String)
    case declined, failed, expired, cancelled

    /// A value with the claim that it is of.
    struct Fact: Sendable, Hashable {
        let claim: String
        /// Nil for a picture, which is not shown.
        let value: String?
    }

    /// Reads the claims of a result. Only `true` makes an adult.
    init(_ claims: JSONObject, at site: DemoSite) {
        switch site {
        case .shop: self = .age(isAdult: Self.value(DemoSite.adult, in: claims) == .bool(true))
        case .portal: self = .login(String((Self.text(["personal_administrative_number"], in: claims) ?? "").suffix(4)))
        case .town, .raffle:
            self = .facts(
                site.asked.compactMap { path in
                    guard let claim = path.last, let value = Self.value(path, in: claims) else { return nil }
                    return Fact(claim: claim, value: claim == "picture" ? nil : Self.shown(value))
                })
        }
    }

    /// The outcome of a session that ended without a result; nil for a state in which it has not ended.
    init?(state: String) {
        switch state {
        case "declined": self = .declined
        case "failed": self = .failed
        case "expired": self = .expired
        case "cancelled": self = .cancelled
        default: return nil
        }
    }

    private static func value(_ path: [String], in claims: JSONObject) -> JSONValue? {
        var value = JSONValue.object(claims)
        for name in path {
            guard case .object(let object) = value, let next = object[name] else { return nil }
            value = next
        }
        return value
    }

    private static func text(_ path: [String], in claims: JSONObject) -> String? {
        guard case .string(let text)? = value(path, in: claims) else { return nil }
        return text
    }

    /// A value as a line of text.
    private static func shown(_ value: JSONValue) -> String {
        switch value {
        case .string(let text): text
        case .integer(let number): String(number)
        case .object(let object): object.members.map { shown($0.value) }.joined(separator: ", ")
        case .array(let values): values.map(shown).joined(separator: ", ")
        case .bool(let flag): String(flag)
        case .decimal, .null: ""
        }
    }
}
