// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import OpenID4VCI
import OpenID4VCIWallet
import PlatformSupport
import ProviderProtocol
import SDJWT
import WalletConfiguration
import WalletInterface

/// Obtains credentials from the PID issuer: to store them, or to prove the identity of a person who recovers the PIN. There is at most one
/// session. The session is stored after each step, so that it survives the process.
final class Issuance {
    let context: WalletContext
    let channel: ProviderChannel
    let verifier: PINVerifier
    let cards: CardShelf
    /// Serialises the sessions of all wallets of this process. Within it, each message to the provider takes the provider's mutex.
    let mutex: AsyncMutex
    /// Keys that the running acceptance has requested from the provider. No card has them yet, and no other call may delete them.
    var keysUnderWay: Set<WalletKeyID> = []

    init(_ channel: ProviderChannel, _ verifier: PINVerifier, _ cards: CardShelf, mutex: AsyncMutex) {
        context = channel.context
        self.channel = channel
        self.verifier = verifier
        self.cards = cards
        self.mutex = mutex
    }

    // MARK: The session

    /// The current session, of either purpose. An expired session is removed.
    ///
    /// - Throws: a store error.
    func session() throws(WalletCoreError) -> StoredIssuance? {
        guard let session = try context.store.value(.issuance) else { return nil }
        if session.isAlive(at: context.trueNow) { return session }
        try context.store.change { $0.remove(.issuance) }
        return nil
    }

    /// The session for a purpose.
    ///
    /// - Throws: `issuance(.noSession)`, a store error.
    func session(for purpose: StoredIssuance.Purpose) throws(WalletCoreError) -> StoredIssuance {
        guard let session = try session(), session.purpose == purpose else {
            throw WalletCoreError(.issuance(.noSession), "there is no session for this")
        }
        return session
    }

    /// Starts a session up to the login address, and then stores it. It replaces any earlier session.
    ///
    /// - Throws: `deviceKeyLost` before anything changes: without that key the login would be for nothing.
    func begin(for purpose: StoredIssuance.Purpose) async throws(WalletCoreError) -> StoredIssuance {
        try await channel.deviceKeys.requireHeld(try context.registration().deviceKey)
        let settings = try IssuanceSettings(context.configuration.document)
        try context.store.change { $0.remove(.issuance) }
        let kinds = purpose == .pid ? [settings.pid.sdJWT, settings.pid.mdoc] : [settings.pid.sdJWT]
        var session = StoredIssuance(
            name: Base64URL.encode(context.randomBytes(16)), purpose: purpose,
            client: IssuanceClient(
                issuer: settings.issuer, configurationIDs: kinds.map(\.configurationID), clientID: settings.clientID,
                redirectURI: settings.redirectURI),
            dpopKey: P256.Signing.PrivateKey().rawRepresentation, startedAt: context.trueNow)
        while case .send = session.client.step { try await takeStep(&session, settings) }
        guard session.awaitsAuthentication else { throw WalletCoreError(.unexpected, "the issuance has no login") }
        // The requests may have corrected the time.
        session.startedAt = context.trueNow
        let begun = session
        try context.store.change { changes throws(WalletCoreError) in try changes.set(.issuance, to: begun) }
        return begun
    }

    /// Takes the login's redirect address, and stores the address before using it.
    func redirect(_ session: inout StoredIssuance, to link: LoginLink) throws(WalletCoreError) {
        guard link.kind == .authenticationRedirect else {
            throw WalletCoreError(.issuance(.foreignRedirect), "not the way back from a login")
        }
        var failure: IssuanceFailure?
        link.withText { text in
            do throws(IssuanceFailure) {
                try session.client.redirected(to: text)
            } catch {
                failure = error == .outOfOrder ? .foreignRedirect : error
            }
        }
        if let failure {
            if failure.endsSession { try drop(session) }
            throw WalletCoreError(failure)
        }
        try keep(session)
    }

    /// Continues until the preview is fetched and verified. The preview cannot be used as a credential: its key is forgotten right after
    /// the request.
    ///
    /// - Throws: as `takeStep`; `issuance(.unfitCredential)`, `issuance(.unfitIssuer)`, after which there is no session;
    ///   `issuance(.noSession)`; `clockWrong`.
    func preview(_ session: inout StoredIssuance) async throws(WalletCoreError) -> IssuedCard {
        if let preview = session.preview { return preview }
        let settings = try IssuanceSettings(context.configuration.document)
        let kind = settings.pid.sdJWT
        while !session.client.issued.contains(where: { $0.configurationID == kind.configurationID }) {
            switch session.client.step {
            case .send:
                try await takeStep(&session, settings)
                try keep(session)
            case .prove(let order): try await proveOnce(order, &session)
            default: throw WalletCoreError(.issuance(.noSession), "the login is not over")
            }
        }
        let preview: IssuedCard
        do throws(WalletCoreError) {
            preview = try await checkedPreview(session, settings)
        } catch {
            // With the phone's clock set, the same credential can be judged again.
            if error.code != .clockWrong { await giveUp(session, notifying: .failure) }
            throw error
        }
        session.preview = preview
        try keep(session)
        return preview
    }

    private func proveOnce(
        _ order: KeyProofOrder, _ session: inout StoredIssuance
    ) async throws(WalletCoreError) {
        guard order.configuration.keyAttestation == nil else { return try await proveAttested(order, &session) }
        let key = P256.Signing.PrivateKey()
        let now = Int64(context.trueNow.timeIntervalSince1970)
        let unsigned = order.unsigned(key: JWK(key.publicKey), issuedAt: now)
        do {
            let signature = try key.signature(for: unsigned.signingInput).rawRepresentation
            try session.client.prove(with: [unsigned.signed(with: Array(signature))])
        } catch {
            throw WalletCoreError(.unexpected, "a proof cannot be made")
        }
        session.previewKey = key.publicKey.rawRepresentation
    }

    private func checkedPreview(
        _ session: StoredIssuance, _ settings: IssuanceSettings
    ) async throws(WalletCoreError) -> IssuedCard {
        let now = context.trueNow
        guard let issued = session.client.issued.first, let raw = session.previewKey,
            let key = try? P256.Signing.PublicKey(rawRepresentation: raw), let metadata = session.client.issuerMetadata
        else { throw WalletCoreError(.unexpected, "a session has lost what it fetched") }
        let copies = try await CredentialCheck(settings: settings, time: now, isTimeSynchronized: context.time.isSynchronized)
            .sdJWTs(CredentialCheck.tokens(issued.credentials), boundTo: [JWK(key)])
        return IssuedCard(
            id: CardID("preview"), copies.copies[0], references: [:], expiresAt: nil, zone: context.issuerZone, metadata: metadata,
            configurationID: settings.pid.sdJWT.configurationID, type: settings.pid.sdJWT.type, at: now)
    }

    /// The login address of a session and its expiry by the phone's clock, by which the app waits; nil if no login is expected.
    func login(of session: StoredIssuance) -> (url: String, until: Date)? {
        session.login.map { ($0.url, context.phoneTime(at: $0.until)) }
    }

    // MARK: One step

    /// Makes the next request and takes its answer. A stale attestation is replaced once. A session that ends with it is removed.
    ///
    /// - Throws: `noInternet`, `serverUnreachable`, `clockWrong`, after which the session can continue later; `issuance`; `walletRejected`,
    ///   `walletRevoked`; a store error.
    func takeStep(
        _ session: inout StoredIssuance, _ settings: IssuanceSettings, timeout: Duration = .seconds(15)
    ) async throws(WalletCoreError) {
        guard case .send(let endpoint) = session.client.step, let dpopKey = try? P256.Signing.PrivateKey(rawRepresentation: session.dpopKey)
        else { throw WalletCoreError(.unexpected, "there is nothing to be sent") }
        let conversation = IssuanceConversation(network: context.bridges.network, tlsRoots: settings.tlsRoots)
        let authenticates = endpoint == .pushedAuthorization || endpoint == .token
        for isFresh in [false, true] {
            var attestation = ""
            var instanceKey = dpopKey
            if authenticates || isFresh {
                let stored = try await self.attestation(for: settings.issuer, of: settings.clientID, isFresh: isFresh)
                guard let key = try? P256.Signing.PrivateKey(rawRepresentation: stored.key) else {
                    throw WalletCoreError(.storeDamaged, "the attestation's key cannot be read")
                }
                (attestation, instanceKey) = (stored.attestation, key)
            }
            let keys = IssuanceKeys(
                dpopKey: JWK(dpopKey.publicKey), signDPoP: { try Array(dpopKey.signature(for: $0).rawRepresentation) },
                attestation: attestation, signAttestationProof: { try Array(instanceKey.signature(for: $0).rawRepresentation) })
            do {
                let request = try await session.client.request(
                    with: keys, now: Int64(context.trueNow.timeIntervalSince1970), random: context.randomBytes)
                let response = try await conversation.request(request, timeout: timeout)
                try session.client.receive(response, now: Int64(context.trueNow.timeIntervalSince1970))
                return
            } catch IssuanceFailure.staleAttestation where !isFresh {
                // The answer with the new attestation also tells the true time.
                continue
            } catch IssuanceFailure.clockDiffers where !isFresh && !context.time.isSynchronized {
                continue
            } catch IssuanceFailure.staleAttestation where context.time.isSynchronized {
                throw WalletCoreError(.serverUnreachable, "the provider's new attestation is over by the provider's own time")
            } catch IssuanceFailure.clockDiffers where context.time.isSynchronized {
                // Setting the phone's clock would not help: the proofs have the provider's time.
                throw WalletCoreError(.serverUnreachable, "the issuer's clock differs from the provider's time")
            } catch let error as WalletCoreError {
                throw error
            } catch let failure as IssuanceFailure {
                if failure.endsSession { try drop(session) }
                throw WalletCoreError(failure)
            } catch {
                throw WalletCoreError(.unexpected, "a request cannot be signed")
            }
        }
        throw WalletCoreError(.issuance(.refused), "the issuer takes no attestation")
    }

    // MARK: The store

    /// Stores the session after a step.
    ///
    /// - Throws: `issuance(.noSession)` if the session has ended during the step, as an unlock that settles an earlier recovery ends it; it
    ///   stays ended. A store error.
    private func keep(_ session: StoredIssuance) throws(WalletCoreError) {
        guard try context.store.value(.issuance)?.name == session.name else {
            throw WalletCoreError(.issuance(.noSession), "the session has ended during a request")
        }
        try context.store.change { changes throws(WalletCoreError) in try changes.set(.issuance, to: session) }
    }

    func drop(_ session: StoredIssuance) throws(WalletCoreError) {
        guard try context.store.value(.issuance)?.name == session.name else { return }
        try context.store.change { $0.remove(.issuance) }
    }

    // MARK: The end

    /// Ends the session for a purpose, if any, and notifies the issuer.
    func cancel(_ purpose: StoredIssuance.Purpose) async throws(WalletCoreError) {
        guard let session = try session(), session.purpose == purpose else { return }
        try drop(session)
        await notify({ _ in .deleted }, session)
    }

    /// Removes a session and notifies the issuer of the outcome of its credentials, whether or not the issuer answers.
    func giveUp(_ session: StoredIssuance, notifying event: NotificationRequest.Event) async {
        try? drop(session)
        await notify({ _ in event }, session)
    }

    /// Notifies the issuer of the outcome of its credentials. A notification is optional (OpenID4VCI §11): a lost notification is not sent
    /// again.
    func notify(_ event: (IssuedCredentials) -> NotificationRequest.Event, _ session: StoredIssuance) async {
        var session = session
        guard !session.client.issued.isEmpty, let settings = try? IssuanceSettings(context.configuration.document),
            (try? session.client.conclude(event)) != nil
        else { return }
        for _ in 1...8 {
            guard case .send = session.client.step else { return }
            guard (try? await takeStep(&session, settings, timeout: .seconds(4))) != nil else { return }
        }
    }
}
