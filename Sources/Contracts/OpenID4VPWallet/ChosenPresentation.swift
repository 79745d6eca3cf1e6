// SPDX-License-Identifier: EUPL-1.2

public import MDoc
public import SDJWT

/// A copy of a card that the person has approved for one credential query, and the part of it to disclose.
public struct ChosenPresentation: Sendable {
    /// `id` of the credential query.
    public let queryID: String
    /// The copy, and the part of it to disclose.
    public let copy: Copy

    /// A copy and the part of it to disclose. The cases are complete.
    public enum Copy: Sendable {
        /// An SD-JWT as issued, and the paths to disclose; none discloses nothing that can be withheld.
        case sdJWT(CompactSDJWT, [ClaimPath])
        /// An mdoc as issued, and the elements to disclose.
        case mdoc(IssuerSigned, [NameSpace: Set<ElementIdentifier>])
    }

    /// A chosen copy.
    public init(queryID: String, copy: Copy) {
        self.queryID = queryID
        self.copy = copy
    }
}
