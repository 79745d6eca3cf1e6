// SPDX-License-Identifier: EUPL-1.2

public import OpenID4VP
public import RelyingPartyRegistration

/// A request that has kept every rule, with all that the person must see before deciding.
public struct ReceivedRequest: Sendable, Hashable {
    /// The query, and where the answer goes.
    public let request: PresentationRequest
    /// The verifier.
    public let identity: VerifierIdentity
    /// The comparison of the query with the verifier's registration.
    public let registration: RegistrationVerdict
    /// How the request reached the wallet.
    public let session: SessionType
    /// The host of `response_uri`, in lower case, for the comparison with the website that shows a QR code (UC5.1/1.2); nil if the
    /// certificate does not name it.
    public let websiteHost: String?
    /// SHA-256 of the signed request object, 32 bytes: identifies what an approval was given for.
    public let requestHash: [UInt8]

    /// A received request.
    public init(
        request: PresentationRequest, identity: VerifierIdentity, registration: RegistrationVerdict, session: SessionType,
        websiteHost: String?, requestHash: [UInt8]
    ) {
        self.request = request
        self.identity = identity
        self.registration = registration
        self.session = session
        self.websiteHost = websiteHost
        self.requestHash = requestHash
    }
}
