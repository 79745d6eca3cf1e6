// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON

/// The outcome of a session, for the site's last page. Holds personal data: never log it.
enum SiteOutcome: Sendable, Hashable {
    /// The shop: 18 or older, or not. The date of birth is not kept.
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

    /// Reads the claims of a result.
    ///
    /// - Parameter now: seconds since 1970.
    init(_ claims: JSONObject, at site: DemoSite, now: Int64) {
        switch site {
        case .shop: self = .age(isAdult: Self.isAdult(Self.text(["birthdate"], in: claims), now))
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

    /// True if the date, `YYYY-MM-DD`, is 18 years ago or longer. Both are dates with leading zeros, so that texts compare as days do.
    private static func isAdult(_ birthDate: String?, _ now: Int64) -> Bool {
        guard let birthDate, birthDate.utf8.count == 10 else { return false }
        let today = Date(timeIntervalSince1970: TimeInterval(now)).formatted(.iso8601).prefix(10)
        guard let year = Int(today.prefix(4)) else { return false }
        return birthDate <= "\(year - 18)" + today.dropFirst(4)
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
