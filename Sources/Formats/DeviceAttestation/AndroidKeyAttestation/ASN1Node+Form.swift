// SPDX-License-Identifier: EUPL-1.2

import SwiftASN1

extension ASN1Node {
    /// The child nodes of a constructed node; nil for a primitive node.
    var children: [ASN1Node]? {
        guard case .constructed(let nodes) = content else { return nil }
        return Array(nodes)
    }

    /// True if these bytes are the node's only encoding with the shortest form of tags and lengths. The contents of primitive nodes are not
    /// checked.
    func isEncoded(as bytes: [UInt8]) -> Bool {
        var serializer = DER.Serializer()
        serializer.serialize(self)
        return serializer.serializedBytes == bytes
    }

    /// Reads the elements of a SET OF in DER's order, whatever their order in the node. The order has no meaning (X.680, section 28).
    ///
    /// - Throws: `AttestationRejection` with `malformed` if the node is not a SET.
    func setElements() throws -> [ASN1Node] {
        guard identifier == .set, let children else { throw AttestationRejection(.malformed) }
        return children.sorted { $0.encodedBytes.lexicographicallyPrecedes($1.encodedBytes) }
    }
}

extension ASN1NodeCollection.Iterator {
    /// Reads the next node as a SET OF, see ``ASN1Node/setElements()``.
    mutating func nextSetElements() throws -> [ASN1Node] {
        guard let node = next() else { throw AttestationRejection(.malformed) }
        return try node.setElements()
    }
}
