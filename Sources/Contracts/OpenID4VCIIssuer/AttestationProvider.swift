// SPDX-License-Identifier: EUPL-1.2

import JSON
import OpenID4VCI
public import SDJWT
package import StatusList

/// An accepted wallet provider and the limits of its authority. Its certificates and status lists have no effect on other providers'
/// wallets.
public struct AttestationProvider: Sendable {
    /// The required `iss` of its attestations, where present; nil accepts any.
    public let issuer: String?
    /// The required `sub` of its attestations, the `client_id` of its wallets; nil accepts any.
    public let clientID: String?
    /// The trusted signers for this provider. HAIP 1.0 requires certificates.
    public let trust: IssuerTrust
    /// `https://host[:port]` of its status lists; nil accepts any.
    public let statusOrigin: String?

    /// A provider; nil accepts any value.
    public init(issuer: String? = nil, clientID: String? = nil, trust: IssuerTrust, statusOrigin: String? = nil) {
        self.issuer = issuer
        self.clientID = clientID
        self.trust = trust
        self.statusOrigin = statusOrigin
    }

    /// True if the claims, not yet verified, can belong to this provider and its kind of wallet. An attestation without `iss` (draft 08 and
    /// later) can belong to any provider.
    func isNamed(in claims: JSONObject) -> Bool {
        (issuer.map { claims["iss"] ?? .string($0) == .string($0) } ?? true)
            && (clientID.map { claims["sub"] == .string($0) } ?? true)
    }

    /// True if the status reference is at this provider's origin.
    package func publishes(_ status: StatusListReference?) -> Bool {
        guard let status, let statusOrigin else { return true }
        guard let url = HTTPSURL(status.uri), let origin = HTTPSURL(statusOrigin)?.origin else { return false }
        return url.origin.isExactly(origin)
    }
}
