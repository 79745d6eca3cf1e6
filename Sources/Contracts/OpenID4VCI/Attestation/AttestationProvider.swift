// SPDX-License-Identifier: EUPL-1.2

import JOSE
package import SDJWT
package import StatusList

/// A wallet provider whose attestations are accepted, and what it may say. One provider's certificates and status lists say nothing of another
/// one's wallets.
package struct AttestationProvider: Sendable {
    /// `iss` of its attestations, where they have one; nil for any.
    package let issuer: String?
    /// `sub` of its attestations, the `client_id` of its wallets; nil for any.
    package let clientID: String?
    /// Who signs for it. HAIP 1.0 asks for certificates.
    package let trust: IssuerTrust
    /// `https://host[:port]` of its status lists; nil for any.
    package let statusOrigin: String?

    /// A provider.
    package init(issuer: String? = nil, clientID: String? = nil, trust: IssuerTrust, statusOrigin: String? = nil) {
        self.issuer = issuer
        self.clientID = clientID
        self.trust = trust
        self.statusOrigin = statusOrigin
    }

    /// Whether an attestation can be of this provider and kind of wallet; nothing of it is verified. One without `iss` (draft 08 and later) can
    /// be of any provider.
    func isNamed(in claims: JSONObject) -> Bool {
        (issuer.map { claims["iss"] ?? .string($0) == .string($0) } ?? true)
            && (clientID.map { claims["sub"] == .string($0) } ?? true)
    }

    /// Whether a status stands where this provider publishes.
    package func publishes(_ status: StatusListReference?) -> Bool {
        guard let status, let statusOrigin else { return true }
        guard let url = HTTPSURL(status.uri), let origin = HTTPSURL(statusOrigin)?.origin else { return false }
        return url.origin.isExactly(origin)
    }
}
