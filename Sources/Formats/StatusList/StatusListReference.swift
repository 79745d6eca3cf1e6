// SPDX-License-Identifier: EUPL-1.2

public import JSON

/// A reference to a token's entry in a status list (draft-ietf-oauth-status-list §6.2, §6.3).
public struct StatusListReference: Sendable, Hashable {
    /// The entry's index, from 0.
    public let index: Int
    /// The list's `https` URL, at most ``maximumURIBytes`` visible ASCII characters. Compared byte by byte with the list's `sub`.
    public let uri: String

    /// Maximum length of a URL in bytes.
    public static let maximumURIBytes = 2048

    /// Validates a reference. References from tokens of other formats, such as an mdoc, use this initialiser too.
    ///
    /// - Throws: ``StatusListRejection`` with `reference` if the index is negative or the URL is not `https`.
    public init(index: Int, uri: String) throws(StatusListRejection) {
        guard index >= 0, uri.hasPrefix("https://"), (9...Self.maximumURIBytes).contains(uri.utf8.count),
            uri.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw StatusListRejection(.reference) }
        self.index = index
        self.uri = uri
    }

    /// Reads the value of a claim `status`; nil if it only contains other mechanisms. Unknown members are ignored (§6.1).
    ///
    /// - Throws: ``StatusListRejection`` with `reference` for any other value.
    public init?(status: JSONValue) throws(StatusListRejection) {
        guard case .object(let status) = status, !status.isEmpty else { throw StatusListRejection(.reference) }
        guard let value = status["status_list"] else { return nil }
        guard case .object(let members) = value, case .integer(let index)? = members["idx"], case .string(let uri)? = members["uri"],
            let index = Int(exactly: index)
        else { throw StatusListRejection(.reference) }
        try self.init(index: index, uri: uri)
    }

    /// The value of a claim `status` with this reference.
    public var status: JSONObject { ["status_list": ["idx": .integer(Int64(index)), "uri": .string(uri)]] }
}
