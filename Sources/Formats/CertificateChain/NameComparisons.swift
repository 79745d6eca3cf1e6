// SPDX-License-Identifier: EUPL-1.2

import SwiftASN1
package import X509

/// A bound on the name-constraint comparisons (RFC 5280 §4.2.1.10) that verifying a chain can cost.
///
/// The X.509 library compares every name of a certificate with every constraint of every issuer above it. Two certificates of 16 kB can
/// contain a thousand names and a thousand constraints, so the product is bounded before verification.
package enum NameComparisons {
    /// Maximum number of comparisons for a chain. Real chains need a few dozen.
    package static let maximum = 1024

    /// An upper bound for a chain, independent of the order in which the library tries certificates: all constraints times all names.
    /// Entries are counted without being decoded.
    ///
    /// - Parameters:
    ///   - sent: the certificates below the root.
    ///   - roots: the roots in which the chain may end.
    package static func upperBound(_ sent: [Certificate], roots: [Certificate]) -> Int {
        let names = sent.reduce(0) { $0 + $1.nameCount }
        let constraints = sent.reduce(0) { $0 + $1.constraintCount } + (roots.map(\.constraintCount).max() ?? 0)
        return names * constraints
    }
}

extension Certificate {
    /// Number of names: the subject and the alternative names.
    fileprivate var nameCount: Int {
        1 + (entries(of: .X509ExtensionID.subjectAlternativeName)?.count ?? 0)
    }

    /// Number of permitted and excluded subtrees.
    fileprivate var constraintCount: Int {
        entries(of: .X509ExtensionID.nameConstraints)?.reduce(0) { count, list in
            if case .constructed(let subtrees) = list.content { count + Array(subtrees).count } else { count }
        } ?? 0
    }

    /// The nodes in an extension's value; nil without the extension or if it cannot be parsed, which the library refuses.
    private func entries(of identifier: ASN1ObjectIdentifier) -> [ASN1Node]? {
        guard let value = extensions[oid: identifier]?.value, case .constructed(let nodes)? = (try? DER.parse(value))?.content else {
            return nil
        }
        return Array(nodes)
    }
}
