// SPDX-License-Identifier: EUPL-1.2

/// A departure from a standard that is accepted from phones: its meaning is certain, and the phone's owner cannot correct it. Reports count
/// deviations by code. Existing codes never change; new codes may be added.
enum AttestationDeviation: String {
    /// A BOOLEAN writes TRUE as an octet other than FF (X.690, sections 8.2.2 and 11.1).
    case trueOctet = "true_octet"
    /// A BOOLEAN with the default FALSE writes FALSE (X.690, section 11.5).
    case writtenDefault = "written_default"
    /// The tags of an authorization list are not in the schema's order.
    case tagOrder = "tag_order"
    /// The elements of a SET OF are not in ascending order (X.690, section 11.6).
    case setOrder = "set_order"
    /// ECDSA's algorithm has the parameter NULL (RFC 5758, section 3.2).
    case ecdsaNull = "ecdsa_null"
    /// The attested key's certificate names the issuer of the certificate above it, instead of that certificate's subject.
    case issuerName = "issuer_name"
}
