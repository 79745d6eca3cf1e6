// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JSON
import WalletConfiguration

/// The differences between two configurations, with their effect.
struct ConfigurationChanges {
    /// One line for each changed value.
    let lines: [String]

    init(from old: ConfigurationDocument, to new: ConfigurationDocument) {
        let (before, after) = (Self.values(old), Self.values(new))
        lines = Set(before.keys).union(after.keys).sorted().compactMap { path in
            guard before[path] != after[path] else { return nil }
            return "\(Self.audience(path)): \(path): \(before[path] ?? "none") → \(after[path] ?? "none")"
        }
    }

    /// Every value as text by its path. Keys, roots and links have paths with their own names instead of indexes.
    private static func values(_ document: ConfigurationDocument) -> [String: String] {
        var values: [String: String] = [:]
        func add(_ path: String, _ value: JSONValue) {
            switch value {
            case .object(let object) where object["kty"] != nil: values[path] = fingerprint(object.encode())
            case .object(let object): for (name, value) in object.members { add(path.isEmpty ? name : "\(path).\(name)", value) }
            case .array(let entries) where path == "universal_links":
                for case .object(let link) in entries { values["\(path)[\(address(link))]"] = text(link["kind"]) }
            // A type of card may have any name.
            case .array(let entries) where path.hasSuffix("_roots") && !path.hasPrefix("sharing.type_parents."):
                for case .string(let root) in entries {
                    values["\(path)[\(fingerprint(Data(base64Encoded: root).map(Array.init) ?? []))]"] = "trusted"
                }
            default: values[path] = text(value)
            }
        }
        add("", .object(document.json))
        return values
    }

    private static func address(_ link: JSONObject) -> String {
        guard link["host"] != nil else { return text(link["scheme"]) + ":" }
        return "\(text(link["scheme"]))://\(text(link["host"])):\(text(link["port"]))\(text(link["path"]))"
    }

    private static func text(_ value: JSONValue?) -> String {
        if case .string(let text)? = value { return text }
        return value.map { String(decoding: $0.encode(), as: UTF8.self) } ?? ""
    }

    /// The first 16 hexadecimal digits of the SHA-256 digest.
    private static func fingerprint(_ bytes: [UInt8]) -> String {
        "sha256:" + SHA256.hash(data: bytes).prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static func audience(_ path: String) -> String {
        switch path {
        case "app_stores.ios": "iPhones"
        case "app_stores.android": "Android phones"
        case "maintenance.text.nl": "wallets in Dutch"
        case "maintenance.text.en": "wallets in English"
        default: "every wallet"
        }
    }
}
