// SPDX-License-Identifier: EUPL-1.2

public import JOSE
public import OpenID4VCI
import SDJWT

/// A wallet's keys and attestation for one request to an issuer.
public struct IssuanceKeys {
    /// The key to which the access token is bound; the same for a whole session.
    public let dpopKey: JWK
    public let signDPoP: ES256Signer
    /// The wallet attestation, used for this issuer only (HAIP §4.4.1).
    public let attestation: String
    public let signAttestationProof: ES256Signer

    /// Keys for one request.
    public init(dpopKey: JWK, signDPoP: @escaping ES256Signer, attestation: String, signAttestationProof: @escaping ES256Signer) {
        self.dpopKey = dpopKey
        self.signDPoP = signDPoP
        self.attestation = attestation
        self.signAttestationProof = signAttestationProof
    }
}

/// Issued credentials of one kind; not verified.
public struct IssuedCredentials: Sendable, Hashable, Codable {
    /// The identifier of the kind.
    public let configurationID: String
    /// The credentials: an SD-JWT, or the base64url of an mdoc's `IssuerSigned`.
    public let credentials: [String]
    /// The id with which the wallet notifies the issuer about these credentials.
    public let notificationID: String?

    private enum CodingKeys: String, CodingKey { case configurationID, credentials, notificationID }
}

/// A wallet's side of one issuance (OpenID4VCI, HAIP 1.0), from an offer or an issuer's URL to the notification.
///
/// A state machine without access to network, clock or keys. ``step`` is the next step; each function takes the result of that step. If a
/// function throws an ``IssuanceFailure`` that ends the session, ``step`` becomes `failed`; after any other failure the session is
/// unchanged. The value may be stored, encrypted, after each step, because it contains secrets. A restored session waits for the same
/// result.
public struct IssuanceClient: Sendable, Hashable, Codable {
    /// Maximum number of data sets that a session fetches, over all kinds of credentials.
    public static let maximumDataSets = 32

    /// The next step.
    @nonexhaustive public enum Step: Sendable, Hashable {
        /// Make ``request(with:now:random:)``, send it, and pass the response to the session.
        case send(IssuanceEndpoint)
        /// Open this URL in the browser and pass the URL with which it returns. Expires at `until`, in seconds since 1970.
        case browse(HTTPSURL, until: Int64)
        /// Ask the user for a transaction code.
        case askTransactionCode(TransactionCodeDescription)
        /// Make proofs for fresh keys.
        case prove(KeyProofOrder)
        /// Verify the credentials and report the outcome.
        case review([IssuedCredentials])
        /// No step remains: the session has succeeded.
        case finished
        /// No step remains: the session has failed.
        case failed(IssuanceFailure)
    }

    /// `client_id` of this kind of wallet.
    public let clientID: String
    /// The URL to which browsers return, without a query.
    public let redirectURI: String

    var phase: Phase
    var record = IssuanceRecord()

    private enum CodingKeys: String, CodingKey { case clientID, redirectURI, phase, record }

    enum Phase: String, Sendable, Hashable, Codable {
        case offer, issuerMetadata, serverMetadata, challenge, pushedAuthorization, authorization, transactionCode, token, nonce, proofs,
            credential, review, notification, finished, failed
    }

    /// A session for an offer, by value or by reference.
    public init(offer: CredentialOfferLink, clientID: String, redirectURI: String) {
        self.clientID = clientID
        self.redirectURI = redirectURI
        switch offer {
        case .value(let offer):
            record.offer = offer
            phase = .issuerMetadata
        case .reference(let url):
            record.offerURL = url
            phase = .offer
        }
    }

    /// A session that the wallet starts itself: the user has chosen the issuer and logs in there.
    ///
    /// - Parameter configurationIDs: the kinds of credentials, 1 to 16.
    public init(issuer: HTTPSURL, configurationIDs: [String], clientID: String, redirectURI: String) {
        self.init(
            offer: .value(CredentialOffer(issuer: issuer, configurationIDs: configurationIDs, authorizationCode: .init())),
            clientID: clientID, redirectURI: redirectURI)
    }

    /// The next step.
    public var step: Step {
        switch phase {
        case .offer: .send(.offer)
        case .issuerMetadata: .send(.issuerMetadata)
        case .serverMetadata: .send(.serverMetadata)
        case .challenge: .send(.challenge)
        case .pushedAuthorization: .send(.pushedAuthorization)
        case .token: .send(.token)
        case .nonce: .send(.nonce)
        case .credential: .send(.credential)
        case .notification: .send(.notification)
        case .authorization:
            if let url = record.browserURL { .browse(url, until: record.browserDeadline) } else { .failed(.outOfOrder) }
        case .transactionCode: .askTransactionCode(record.offer?.preAuthorizedCode?.transactionCode ?? TransactionCodeDescription())
        case .proofs: if let order = proofOrder { .prove(order) } else { .failed(.outOfOrder) }
        case .review: .review(record.issued)
        case .finished: .finished
        case .failed: .failed(record.failure ?? .outOfOrder)
        }
    }

    /// The issuer's metadata once fetched, with names and pictures for display.
    public var issuerMetadata: CredentialIssuerMetadata? { record.issuerMetadata }

    /// The issuer, once known.
    public var issuer: HTTPSURL? { record.offer?.issuer }

    /// The credentials issued so far, not verified; `review` has the same.
    public var issued: [IssuedCredentials] { record.issued }

    var proofOrder: KeyProofOrder? {
        guard let metadata = record.issuerMetadata, let configuration = currentConfiguration else { return nil }
        return KeyProofOrder(
            configuration: configuration, audience: metadata.issuer, clientID: clientID, nonce: record.nonce,
            maximumCount: min(metadata.batchSize, CredentialRequest.maximumProofs))
    }

    var currentConfiguration: CredentialConfiguration? {
        guard let job = record.jobs.first else { return nil }
        return record.issuerMetadata?.configuration(job.configurationID)
    }

    /// Records a failure that ends the session, deletes the secrets, and returns the failure for throwing.
    mutating func end(_ failure: IssuanceFailure) -> IssuanceFailure {
        guard failure.endsSession else { return failure }
        phase = .failed
        record.forgetSecrets()
        record.failure = failure
        return failure
    }
}

/// The data that a session has collected.
struct IssuanceRecord: Sendable, Hashable, Codable {
    /// A credential request that has not been made yet.
    struct Job: Sendable, Hashable, Codable {
        let configurationID: String
        let subject: CredentialRequest.Subject

        private enum CodingKeys: String, CodingKey { case configurationID, subject }
    }

    var offerURL: HTTPSURL?
    var offer: CredentialOffer?
    var issuerMetadata: CredentialIssuerMetadata?
    var serverMetadata: AuthorizationServerMetadata?
    var codeVerifier: CodeVerifier?
    var state: String?
    var browserURL: HTTPSURL?
    var browserDeadline: Int64 = 0
    var code: String?
    var transactionCode: String?
    var accessToken: String?
    /// Seconds since 1970; nil if the server did not specify it.
    var accessTokenExpiresAt: Int64?
    var jobs: [Job] = []
    /// The jobs already fetched.
    var doneJobs: [Job] = []
    var nonce: String?
    var proofs: [String] = []
    var issued: [IssuedCredentials] = []
    var notifications: [NotificationRequest] = []
    var dpopThumbprint: String?
    /// The latest DPoP nonces, kept separately for the authorisation server and the issuer (RFC 9449 §8, §9).
    var serverNonce: String?
    var resourceNonce: String?
    var challenge: String?
    /// The phase that follows a request for a challenge.
    var phaseAfterChallenge: IssuanceClient.Phase?
    /// The error codes for which this request has already been repeated.
    var repeatedFor: Set<EndpointErrorCode> = []
    var failure: IssuanceFailure?

    /// The names in a stored session. A renamed member keeps its name here.
    private enum CodingKeys: String, CodingKey {
        case offerURL, offer, issuerMetadata, serverMetadata, codeVerifier, state, browserURL, browserDeadline, code, transactionCode,
            accessToken, accessTokenExpiresAt, jobs, doneJobs, nonce, proofs, issued, notifications, dpopThumbprint, serverNonce,
            resourceNonce, challenge, phaseAfterChallenge, repeatedFor, failure
    }

    /// Deletes everything that could be misused.
    mutating func forgetSecrets() {
        offerURL = nil
        codeVerifier = nil
        state = nil
        browserURL = nil
        code = nil
        transactionCode = nil
        accessToken = nil
        nonce = nil
        proofs = []
        issued = []
        notifications = []
        if let offer {
            self.offer = CredentialOffer(issuer: offer.issuer, configurationIDs: offer.configurationIDs)
        }
    }
}
