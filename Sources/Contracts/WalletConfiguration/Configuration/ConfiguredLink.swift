// SPDX-License-Identifier: EUPL-1.2

import JSON

/// A URL that opens the app, and its purpose. Links are compared by equality of these parts, never by prefix (T-U1).
///
/// `{"kind": "…", "scheme": "https", "host": "…", "port": 443, "path": "/a/b"}`, in which `port` is optional; or
/// `{"kind": "…", "scheme": "openid4vp"}` for a custom scheme.
package struct ConfiguredLink: Sendable, Hashable {
    package let kind: Kind
    package let form: Form

    /// The purpose of a link.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The redirect after logging in at an issuer.
        case issuanceRedirect = "issuance_redirect"
        /// An offer of cards.
        case credentialOffer = "credential_offer"
        /// A request to share data.
        case disclosure
        /// An offer of cards in exchange for sharing data.
        case disclosureBasedIssuance = "disclosure_based_issuance"
        /// Moving a wallet to another phone.
        case transfer
    }

    /// The exact parts of a link.
    package enum Form: Sendable, Hashable {
        /// An `https` URL: host in lower case, port 1...65535 (443 by default), path of 1 to 8 segments with its leading slash. Query and
        /// fragment of a link are ignored.
        case web(host: String, port: Int, path: String)
        /// Any URL with this scheme: 2 to 32 lower-case letters, digits, `+`, `-`, `.`, starting with a letter; not `http`, `https`,
        /// `file`, `data` or `javascript`.
        case scheme(String)
    }

    /// A link. Values outside these limits cannot be signed or read back.
    package init(kind: Kind, form: Form) {
        self.kind = kind
        self.form = form
    }

    init(_ value: JSONValue, at path: String) throws(UnacceptableContents) {
        var reader = try ContentsReader(value, at: path)
        let kind = reader.required("kind", Reading.text("a known kind of link", Kind.init(rawValue:)))
        let scheme = reader.required("scheme", Reading.text("https or a scheme that an app may have for itself", Self.scheme))
        var form: Form?
        if scheme == "https" {
            let host = reader.required("host", Reading.text("a host in lower case") { HostName.isAcceptable($0) ? $0 : nil })
            let port = reader.optional("port", Reading.integer(1...65_535)) ?? 443
            let path = reader.required("path", Reading.text("a path of 1 to 8 plain segments", Self.path))
            if let host, let path { form = .web(host: host, port: port, path: path) }
        } else {
            form = scheme.map(Form.scheme)
        }
        var link: ConfiguredLink?
        if let kind, let form { link = ConfiguredLink(kind: kind, form: form) }
        self = try reader.finish(link)
    }

    var json: JSONValue {
        switch form {
        case .web(let host, let port, let path):
            [
                "kind": .string(kind.rawValue), "scheme": "https", "host": .string(host), "port": .integer(Int64(port)),
                "path": .string(path),
            ]
        case .scheme(let scheme): ["kind": .string(kind.rawValue), "scheme": .string(scheme)]
        }
    }

    private static func scheme(_ text: String) -> String? {
        guard text != "https" else { return text }
        let isPlain = text.utf8.allSatisfy { Character.isLowercase($0) || Character.isDigit($0) || "+-.".utf8.contains($0) }
        let isOurs = !["http", "file", "data", "javascript"].contains(text)
        return (2...32).contains(text.utf8.count) && isPlain && isOurs && text.utf8.first.map(Character.isLowercase) == true ? text : nil
    }

    private static func path(_ text: String) -> String? {
        let segments = text.split(separator: "/", omittingEmptySubsequences: false)
        guard (2...9).contains(segments.count), segments[0].isEmpty, segments.dropFirst().allSatisfy(PathSegment.isAcceptable) else {
            return nil
        }
        return text
    }
}
