// SPDX-License-Identifier: EUPL-1.2

package import JOSE

/// Whose documents are accepted: the pinned keys, by key id, and the environment that a document must name.
package struct DocumentTrust: Sendable, Hashable {
    /// The environment.
    package let environment: EnvironmentName
    /// The keys; 1 to 16.
    package let keys: [String: JWK]

    /// Trust in these keys, for documents of that environment.
    package init(environment: EnvironmentName, keys: [String: JWK]) {
        self.environment = environment
        self.keys = keys
    }

    /// Reads `{"environment": "…", "keys": {"<kid>": <JWK>, …}}`.
    ///
    /// - Throws: `UnacceptableContents` with everything that is wrong.
    package init(json: JSONObject) throws(UnacceptableContents) {
        var reader = try ContentsReader(.object(json), at: "")
        let environment = reader.required("environment", Reading.environment)
        let keys = reader.required("keys", Reading.keys)
        var trust: DocumentTrust?
        if let environment, let keys { trust = DocumentTrust(environment: environment, keys: keys) }
        self = try reader.finish(trust)
    }

    /// The object, keys in the order of their ids.
    package var json: JSONObject {
        ["environment": .string(environment.text), "keys": .object(JSONObject(keys: keys))]
    }
}

extension JSONObject {
    /// Keys by key id, in the order of their ids.
    init(keys: [String: JWK]) {
        self.init(keys.sorted { $0.key < $1.key }.map { ($0.key, .object($0.value.json)) })
    }
}

extension Reading {
    /// The name of an environment.
    static func environment(_ value: JSONValue, _ path: String) throws(UnacceptableContents) -> EnvironmentName {
        try text("1 to 32 lower-case letters, digits and hyphens, a letter first", EnvironmentName.init)(value, path)
    }
}
