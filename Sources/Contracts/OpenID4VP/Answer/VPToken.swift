// SPDX-License-Identifier: EUPL-1.2

import JOSE
import JSON
public import OAuthMessages

/// The contents of an answer: the presentations for each credential query, and `state` (OpenID4VP 1.0 §8.1).
///
/// Nothing in the presentations has been read. There is at least one entry, and every entry has at least one presentation: a wallet that
/// has nothing to present declines.
public struct VPToken: Sendable, Hashable {
    /// Maximum number of answered credential queries.
    public static let maximumEntries = 32
    /// Maximum number of presentations for one credential query.
    public static let maximumTexts = 64

    /// The presentations for one credential query.
    public struct Entry: Sendable, Hashable {
        /// The credential query's `id`: letters, digits, `-` and `_` of ASCII, 1 to 512 characters.
        public let id: String
        /// The presentations: an SD-JWT with key binding, or a device response in base64url. 1 to ``VPToken/maximumTexts``, visible ASCII.
        public let texts: [String]

        /// An entry, which ``VPToken/init(entries:state:)`` checks.
        public init(id: String, texts: [String]) {
            self.id = id
            self.texts = texts
        }
    }

    /// The answered credential queries, in the order of the answer; 1 to ``maximumEntries``, each `id` once.
    public let entries: [Entry]
    /// `state` of the request; nil if it had none.
    public let state: String?

    /// Makes an answer.
    ///
    /// - Throws: `MalformedMessage` if the entries or `state` are outside their limits, or an `id` occurs twice.
    public init(entries: [Entry], state: String?) throws(MalformedMessage) {
        guard (1...Self.maximumEntries).contains(entries.count) else {
            throw MalformedMessage("vp_token does not have 1 to \(Self.maximumEntries) members")
        }
        for entry in entries {
            guard Self.isIdentifier(entry.id) else { throw MalformedMessage("a member of vp_token that is not the id of a query") }
            guard (1...Self.maximumTexts).contains(entry.texts.count), entry.texts.allSatisfy({ !$0.isEmpty && $0.isVisibleASCII }) else {
                throw MalformedMessage("a member of vp_token does not have 1 to \(Self.maximumTexts) presentations")
            }
        }
        guard Set(entries.map(\.id)).count == entries.count else { throw MalformedMessage("a member of vp_token twice") }
        if let state {
            guard (1...Members.maximumTextBytes).contains(state.utf8.count), state.isVisibleASCII else {
                throw MalformedMessage("state is not acceptable")
            }
        }
        self.entries = entries
        self.state = state
    }

    /// Parses the decrypted payload of an answer; unknown members are ignored.
    ///
    /// - Parameter payload: at most `CompactJWE.maximumBytes`.
    /// - Throws: `MalformedMessage` if it is not one JSON object or a member is missing or malformed, and as ``init(entries:state:)``.
    public init(parsing payload: [UInt8]) throws(MalformedMessage) {
        let message: JSONObject
        do throws(JSONError) {
            message = try JSONObject(parsing: payload, limits: JSONLimits(maximumBytes: CompactJWE.maximumBytes))
        } catch {
            throw MalformedMessage(error.reason)
        }
        let members = Members(message)
        let token = try members.members("vp_token")
        guard token.object.count <= Self.maximumEntries else { throw MalformedMessage("vp_token has more members than are read") }
        var entries: [Entry] = []
        for (id, value) in token.object.members { entries.append(Entry(id: id, texts: try Self.texts(value))) }
        try self.init(entries: entries, state: members.optionalToken("state"))
    }

    /// The payload to encrypt.
    public func encode() -> [UInt8] {
        var message: JSONObject = ["vp_token": .object(JSONObject(entries.map { ($0.id, JSONValue.texts($0.texts)) }))]
        message.append("state", ifAny: state.map(JSONValue.string))
        return message.encode()
    }

    private static func texts(_ value: JSONValue) throws(MalformedMessage) -> [String] {
        guard case .array(let values) = value else { throw MalformedMessage("a member of vp_token is not an array") }
        guard values.count <= maximumTexts else { throw MalformedMessage("vp_token has more presentations than are read") }
        var texts: [String] = []
        for value in values {
            guard case .string(let text) = value else { throw MalformedMessage("a presentation that is not a text") }
            texts.append(text)
        }
        return texts
    }

    /// True if the text may be the `id` of a credential query (OpenID4VP §6.1).
    private static func isIdentifier(_ text: String) -> Bool {
        (1...Members.maximumEntryBytes).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
