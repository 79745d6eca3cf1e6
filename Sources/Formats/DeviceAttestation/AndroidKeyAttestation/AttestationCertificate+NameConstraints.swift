// SPDX-License-Identifier: EUPL-1.2

import SwiftASN1
import X509

extension AttestationCertificate {
    /// True if the certificate's name constraints (RFC 5280, section 4.2.1.10), if present, apply to no name in the certificates below it.
    ///
    /// Factories wrote one DNS name, `invalid;email:invalid`, into their attestation certificates. Certificates without subject alternative
    /// names meet any constraint on DNS names. All other constraints are refused, and so is any alternative name below a constraint, so
    /// names need never be compared.
    func constrainsNoName(of below: ArraySlice<AttestationCertificate>) -> Bool {
        guard let value = certificate.extensions[oid: .X509ExtensionID.nameConstraints]?.value else { return true }
        return !below.isEmpty && Self.hasDNSNamesOnly(value)
            && below.allSatisfy { $0.certificate.extensions[oid: .X509ExtensionID.subjectAlternativeName] == nil }
    }

    /// True for `NameConstraints` with at least one subtree and only DNS names as bases.
    private static func hasDNSNamesOnly(_ value: ArraySlice<UInt8>) -> Bool {
        guard let root = try? DER.parse(value), root.identifier == .sequence, let lists = root.children, !lists.isEmpty else {
            return false
        }
        return lists.allSatisfy { list in
            guard [tag(0), tag(1)].contains(list.identifier), let subtrees = list.children, !subtrees.isEmpty else { return false }
            return subtrees.allSatisfy { $0.identifier == .sequence && $0.children?.map(\.identifier) == [tag(2)] }
        }
    }

    private static func tag(_ number: UInt) -> ASN1Identifier { ASN1Identifier(tagWithNumber: number, tagClass: .contextSpecific) }
}
