// SPDX-License-Identifier: EUPL-1.2

package import JOSE
package import JSON

/// The trust anchors for documents: the pinned keys by key id, and the required environment.
package struct DocumentTrust: Sendable, Hashable {
    package let environment: EnvironmentName
    /// 1 to 16 keys by key id.
    package let keys: [String: JWK]

    package init(environment: EnvironmentName, keys: [String: JWK]) {
        self.environment = environment
        self.keys = keys
    }

    /// Reads `{"environment": "…", "keys": {"<kid>": <JWK>, …}}`.
    ///
    /// - Throws: `UnacceptableContents` with every problem.
    package init(json: JSONObject) throws(UnacceptableContents) {
        var reader = try ContentsReader(.object(json), at: "")
        let environment = reader.required("environment", Reading.environment)
        let keys = reader.required("keys", Reading.keys)
        var trust: DocumentTrust?
        if let environment, let keys { trust = DocumentTrust(environment: environment, keys: keys) }
        self = try reader.finish(trust)
    }

    /// The object, with the keys sorted by id.
    package var json: JSONObject {
        ["environment": .string(environment.text), "keys": .object(JSONObject(keys: keys))]
    }
}

extension JSONObject {
    /// An object of keys, sorted by id.
    init(keys: [String: JWK]) {
        self.init(keys.sorted { $0.key < $1.key }.map { ($0.key, .object($0.value.json)) })
    }
}

extension Reading {
    static func environment(_ value: JSONValue, _ path: String) throws(UnacceptableContents) -> EnvironmentName {
        try text("1 to 32 lower-case letters, digits and hyphens, a letter first", EnvironmentName.init)(value, path)
    }
}
