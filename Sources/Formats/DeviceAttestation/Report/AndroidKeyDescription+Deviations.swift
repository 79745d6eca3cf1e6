// SPDX-License-Identifier: EUPL-1.2

import SwiftASN1

extension AndroidKeyDescription {
    /// The accepted deviations in the value of a description that can be decoded, each as often as it occurs.
    static func deviations(in value: ArraySlice<UInt8>) -> [AttestationDeviation] {
        guard let fields = (try? DER.parse(value))?.children else { return [] }
        // The last two fields are the authorization lists; the others have neither BOOLEANs nor an order.
        return fields.suffix(2).flatMap { list in
            let elements = list.children ?? []
            let order: [AttestationDeviation] =
                elements.isOrdered(by: { $0.identifier.tagNumber < $1.identifier.tagNumber }) ? [] : [.tagOrder]
            return order + elements.flatMap(deviations(inElement:))
        }
    }

    /// The deviations in a tagged value. A tag unknown to the schema has none, because its form is unknown.
    private static func deviations(inElement element: ASN1Node) -> [AttestationDeviation] {
        switch AuthorizationTag(number: element.identifier.tagNumber).form {
        case nil: []
        case .applicationID:
            // The application id is DER inside an OCTET STRING.
            element.children?.flatMap { node -> [AttestationDeviation] in
                guard case .primitive(let bytes) = node.content, let id = try? DER.parse(bytes) else { return [] }
                return id.deviations
            } ?? []
        default: element.deviations
        }
    }
}

extension ASN1Node {
    /// The deviations in the node and in the nodes below it.
    fileprivate var deviations: [AttestationDeviation] {
        switch content {
        case .primitive(let bytes): return identifier == .boolean && bytes != [0x00] && bytes != [0xff] ? [.trueOctet] : []
        case .constructed(let nodes):
            let nodes = Array(nodes)
            let isOrdered = nodes.isOrdered { !$1.encodedBytes.lexicographicallyPrecedes($0.encodedBytes) }
            return (identifier == .set && !isOrdered ? [.setOrder] : []) + nodes.flatMap(\.deviations)
        }
    }
}

extension [ASN1Node] {
    /// True if every two neighbours are in this order.
    fileprivate func isOrdered(by areInOrder: (ASN1Node, ASN1Node) -> Bool) -> Bool {
        zip(self, dropFirst()).allSatisfy { areInOrder($0, $1) }
    }
}
