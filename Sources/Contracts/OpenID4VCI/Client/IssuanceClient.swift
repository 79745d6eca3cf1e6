// SPDX-License-Identifier: EUPL-1.2

package import JOSE
package import SDJWT

/// The keys that a wallet uses with one issuer, for making one request.
package struct IssuanceKeys {
    /// The key that the access token is bound to; the same for a whole session.
    package let dpopKey: JWK
    /// Signs with it.
    package let signDPoP: ES256Signer
    /// The wallet attestation, for this issuer alone (HAIP §4.4.1).
    package let attestation: String
    /// Signs with the attestation's key.
    package let signAttestationProof: ES256Signer

    /// Keys, wherever they are.
    package init(dpopKey: JWK, signDPoP: @escaping ES256Signer, attestation: String, signAttestationProof: @escaping ES256Signer) {
        self.dpopKey = dpopKey
        self.signDPoP = signDPoP
        self.attestation = attestation
        self.signAttestationProof = signAttestationProof
    }
}

/// Credentials of one kind that an issuer issued; not verified.
package struct IssuedCredentials: Sendable, Hashable, Codable {
    /// The kind's identifier.
    package let configurationID: String
    /// The credentials.
    package let credentials: [String]
    /// The name by which the issuer is told what becomes of them.
    package let notificationID: String?
}

/// A wallet's side of one issuance (OpenID4VCI, HAIP 1.0), from an offer or an issuer's address to the notification.
///
/// It knows neither network nor clock nor keys. ``step`` says what comes next; each function takes what that step brought. A function that
/// throws an ``IssuanceFailure`` that ends the session leaves ``step`` at `failed`; after any other the session stands where it stood.
/// It is a value that may be written down after each step, sealed, for it holds secrets; what was being waited for is waited for again.
package struct IssuanceClient: Sendable, Hashable, Codable {
    /// What comes next.
    package enum Step: Sendable, Hashable {
        /// Make the ``request(with:now:random:)``, send it, and hand over the answer.
        case send(IssuanceEndpoint)
        /// Open this address in the browser, and hand over the address that it comes back with. Not after this instant, in seconds since
        /// 1970.
        case browse(HTTPSURL, until: Int64)
        /// Ask the person for a transaction code.
        case askTransactionCode(TransactionCodeDescription)
        /// Make proofs for fresh keys.
        case prove(KeyProofOrder)
        /// Look at what was issued, and say what becomes of it.
        case review([IssuedCredentials])
        /// Nothing: it is done.
        case finished
        /// Nothing: it failed.
        case failed(IssuanceFailure)
    }

    /// `client_id` of this kind of wallet.
    package let clientID: String
    /// Where browsers come back to; without a query.
    package let redirectURI: String

    var phase: Phase
    var record = IssuanceRecord()

    enum Phase: String, Sendable, Hashable, Codable {
        case offer, issuerMetadata, serverMetadata, challenge, pushedAuthorization, authorization, transactionCode, token, nonce, proofs,
            credential, review, notification, finished, failed
    }

    /// A session that starts with an offer, by value or by reference.
    package init(offer: CredentialOfferLink, clientID: String, redirectURI: String) {
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

    /// A session that the wallet starts by itself: the person chose the issuer, and logs in there.
    ///
    /// - Parameter configurationIDs: the kinds of credentials, 1 to 16.
    package init(issuer: HTTPSURL, configurationIDs: [String], clientID: String, redirectURI: String) {
        self.init(
            offer: .value(CredentialOffer(issuer: issuer, configurationIDs: configurationIDs, authorizationCode: .init())),
            clientID: clientID, redirectURI: redirectURI)
    }

    /// What comes next.
    package var step: Step {
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

    /// The issuer's metadata, once it is there: names and pictures to show.
    package var issuerMetadata: CredentialIssuerMetadata? { record.issuerMetadata }

    /// The issuer, once it is known.
    package var issuer: HTTPSURL? { record.offer?.issuer }

    /// What was issued so far; not verified. The review has the same.
    package var issued: [IssuedCredentials] { record.issued }

    /// Whether the session holds an access token, with which it can go on without the person.
    package var hasAccessToken: Bool { record.accessToken != nil }

    /// The `state` of the request that the browser carries; tells which of several sessions an address may be for. Nil at any other step.
    package var authorizationState: String? { phase == .authorization ? record.state : nil }

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

    /// Remembers the end, forgets the secrets, and hands the failure over for throwing.
    mutating func end(_ failure: IssuanceFailure) -> IssuanceFailure {
        guard failure.endsSession else { return failure }
        phase = .failed
        record.forgetSecrets()
        record.failure = failure
        return failure
    }
}

/// What a session has gathered.
struct IssuanceRecord: Sendable, Hashable, Codable {
    /// A request for credentials that is still to be made.
    struct Job: Sendable, Hashable, Codable {
        let configurationID: String
        let subject: CredentialRequest.Subject
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
    /// Seconds since 1970; nil when the server did not say.
    var accessTokenExpiresAt: Int64?
    var jobs: [Job] = []
    /// What was fetched already.
    var doneJobs: [Job] = []
    var nonce: String?
    var proofs: [String] = []
    var issued: [IssuedCredentials] = []
    var notifications: [NotificationRequest] = []
    var dpopThumbprint: String?
    /// The last DPoP nonces; the two servers' have nothing to do with each other (RFC 9449 §8, §9).
    var serverNonce: String?
    var resourceNonce: String?
    var challenge: String?
    /// Where to go on after asking for a challenge.
    var phaseAfterChallenge: IssuanceClient.Phase?
    /// What this request was repeated for already.
    var repeatedFor: Set<EndpointErrorCode> = []
    var failure: IssuanceFailure?

    /// Forgets what could be used by somebody else.
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
