// SPDX-License-Identifier: EUPL-1.2

package import JOSE

/// Where a token's status stands: which entry of which list (draft-ietf-oauth-status-list §6.2, §6.3).
package struct StatusListReference: Sendable, Hashable {
    /// The entry, from 0.
    package let index: Int
    /// The list's address, `https`, at most 2048 visible ASCII characters; compared as it is with the list's `sub`.
    package let uri: String

    /// A reference. What a token of another format, such as an mdoc, says goes through here too.
    ///
    /// - Throws: ``StatusListRejection`` with `reference` for a negative index or anything but an `https` address.
    package init(index: Int, uri: String) throws(StatusListRejection) {
        guard index >= 0, uri.hasPrefix("https://"), (9...2048).contains(uri.utf8.count),
            uri.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw StatusListRejection(.reference) }
        self.index = index
        self.uri = uri
    }

    /// What the value of a claim `status` refers to; nil when it names other mechanisms only. Further members are let be (§6.1).
    ///
    /// - Throws: ``StatusListRejection`` with `reference` for anything else.
    package init?(status: JSONValue) throws(StatusListRejection) {
        guard case .object(let status) = status, !status.isEmpty else { throw StatusListRejection(.reference) }
        guard let value = status["status_list"] else { return nil }
        guard case .object(let members) = value, case .integer(let index)? = members["idx"], case .string(let uri)? = members["uri"],
            let index = Int(exactly: index)
        else { throw StatusListRejection(.reference) }
        try self.init(index: index, uri: uri)
    }

    /// The value of the claim `status`.
    package var status: JSONObject { ["status_list": ["idx": .integer(Int64(index)), "uri": .string(uri)]] }
}
