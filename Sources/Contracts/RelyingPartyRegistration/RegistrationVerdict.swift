// SPDX-License-Identifier: EUPL-1.2

public import SDJWT

/// A claim or a type that a request asks for and that is not registered.
public struct OverAskedClaim: Sendable, Hashable {
    /// The `id` of the query.
    public let queryID: String
    /// The claim; nil for the type itself.
    public let path: ClaimPath?

    /// A claim of a query; nil for the type itself.
    public init(queryID: String, path: ClaimPath?) {
        self.queryID = queryID
        self.path = path
    }
}

/// The comparison of a request with its sender's registration.
@nonexhaustive public enum RegistrationVerdict: Sendable, Hashable {
    /// Everything asked is registered.
    case covered(RegistrationCertificate)
    /// More is asked than registered (UC5.1/11): every claim beyond it, in the query's order; at least one.
    case overAsked(RegistrationCertificate, [OverAskedClaim])
    /// The registration does not count (UC5.1/12). The certificate is present if its signer was verified; show it only as a claim.
    case unverifiable(RegistrationFault, RegistrationCertificate?)
}
