// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import OpenID4VCI
import PlatformSupport
import SDJWT
import WalletConfiguration
import WalletInterface

/// What obtaining a PID and recovering a PIN have in common: one session, kept after each step, from the issuer's address to the preview.
extension WalletCore {
    /// The session that runs, of either purpose; one whose time is over is removed.
    ///
    /// - Throws: a store error.
    func issuanceSession(_ running: Running) throws(WalletCoreError) -> StoredIssuance? {
        guard let session = try running.store.value(.issuance) else { return nil }
        if session.isAlive(at: running.bridges.clock.now) { return session }
        try running.store.change { $0.remove(.issuance) }
        return nil
    }

    /// The session for a purpose.
    ///
    /// - Throws: `issuance(.noSession)`, a store error.
    func issuanceSession(for purpose: StoredIssuance.Purpose, _ running: Running) throws(WalletCoreError) -> StoredIssuance {
        guard let session = try issuanceSession(running), session.purpose == purpose else {
            throw WalletCoreError(.issuance(.noSession), "there is no session for this")
        }
        return session
    }

    /// Begins a session in the place of any other, up to the address for the browser. Only then it is kept.
    func beginIssuance(for purpose: StoredIssuance.Purpose, _ running: Running) async throws(WalletCoreError) -> StoredIssuance {
        let settings = try IssuanceSettings(configuration)
        try running.store.change { $0.remove(.issuance) }
        let kinds = purpose == .pid ? [settings.pid.sdJWT, settings.pid.mdoc] : [settings.pid.sdJWT]
        var session = StoredIssuance(
            name: Base64URL.encode(randomBytes(16)), purpose: purpose,
            client: IssuanceClient(
                issuer: settings.issuer, configurationIDs: kinds.map(\.configurationID), clientID: settings.clientID,
                redirectURI: settings.redirectURI),
            dpopKey: P256.Signing.PrivateKey().rawRepresentation, startedAt: running.bridges.clock.now)
        while case .send = session.client.step { try await exchange(&session, settings, running) }
        guard session.awaitsAuthentication else { throw WalletCoreError(.unexpected, "the issuance has no login") }
        try keep(session, running)
        return session
    }

    /// Takes the address that the browser came back with. It is kept before anything is done with it.
    func redirect(_ session: inout StoredIssuance, to link: LoginLink, _ running: Running) throws(WalletCoreError) {
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
            if failure.endsSession { try drop(session, running) }
            throw WalletCoreError(failure)
        }
        try keep(session, running)
    }

    /// Goes on until it is known what would be issued, and that it is good. Nothing of it can be used: the key that it is bound to is
    /// forgotten as soon as it has asked for it.
    ///
    /// - Throws: as `exchange`; `issuance(.unfitCredential)`, `issuance(.unfitIssuer)`, after which there is no session any more.
    func preview(_ session: inout StoredIssuance, _ running: Running) async throws(WalletCoreError) -> IssuedCard {
        if let preview = session.preview { return preview }
        let settings = try IssuanceSettings(configuration)
        let kind = settings.pid.sdJWT
        while !session.client.issued.contains(where: { $0.configurationID == kind.configurationID }) {
            switch session.client.step {
            case .send:
                try await exchange(&session, settings, running)
                try keep(session, running)
            case .prove(let order): try await proveOnce(order, &session, running)
            default: throw WalletCoreError(.issuance(.noSession), "the login is not over")
            }
        }
        let preview: IssuedCard
        do throws(WalletCoreError) {
            preview = try await checkedPreview(session, settings, running)
        } catch {
            await giveUp(session, telling: .failure, running)
            throw error
        }
        session.preview = preview
        try keep(session, running)
        return preview
    }

    private func proveOnce(
        _ order: KeyProofOrder, _ session: inout StoredIssuance, _ running: Running
    ) async throws(WalletCoreError) {
        guard order.configuration.keyAttestation == nil else { return try await proveAttested(order, &session, running) }
        let key = P256.Signing.PrivateKey()
        let now = Int64(running.bridges.clock.now.timeIntervalSince1970)
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
        _ session: StoredIssuance, _ settings: IssuanceSettings, _ running: Running
    ) async throws(WalletCoreError) -> IssuedCard {
        let now = running.bridges.clock.now
        guard let issued = session.client.issued.first, let raw = session.previewKey,
            let key = try? P256.Signing.PublicKey(rawRepresentation: raw), let metadata = session.client.issuerMetadata
        else { throw WalletCoreError(.unexpected, "a session has lost what it fetched") }
        let copies = try await CredentialCheck(settings: settings, time: now).sdJWTs(issued.credentials, boundTo: [JWK(key)])
        return IssuedCard(
            id: CardID("preview"), copies.copies[0], references: [], expiresAt: nil, metadata: metadata,
            configurationID: settings.pid.sdJWT.configurationID, type: settings.pid.sdJWT.type, at: now)
    }

    // MARK: One step

    /// Makes the next request and takes its answer. A session that ends by it is not kept any longer.
    ///
    /// - Throws: `noInternet`, `serverUnreachable`, with which the session can go on later; `issuance`; `walletRejected`, `walletRevoked`; a
    ///   store error.
    func exchange(
        _ session: inout StoredIssuance, _ settings: IssuanceSettings, timeout: Duration = .seconds(15), _ running: Running
    ) async throws(WalletCoreError) {
        guard case .send(let endpoint) = session.client.step, let dpopKey = try? P256.Signing.PrivateKey(rawRepresentation: session.dpopKey)
        else { throw WalletCoreError(.unexpected, "there is nothing to be sent") }
        let conversation = IssuanceConversation(network: running.bridges.network, tlsRoots: settings.tlsRoots)
        let authenticates = endpoint == .pushedAuthorization || endpoint == .token
        for isFresh in [false, true] {
            var attestation = ""
            var instanceKey = dpopKey
            if authenticates {
                let stored = try await self.attestation(for: settings.issuer, of: settings.clientID, isFresh: isFresh, running)
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
                    with: keys, now: Int64(running.bridges.clock.now.timeIntervalSince1970), random: randomBytes)
                let response = try await conversation.send(request, timeout: timeout)
                try session.client.receive(response, now: Int64(running.bridges.clock.now.timeIntervalSince1970))
                return
            } catch IssuanceFailure.staleAttestation where !isFresh {
                continue
            } catch let error as WalletCoreError {
                throw error
            } catch let failure as IssuanceFailure {
                if failure.endsSession { try drop(session, running) }
                throw WalletCoreError(failure)
            } catch {
                throw WalletCoreError(.unexpected, "a request cannot be signed")
            }
        }
        throw WalletCoreError(.issuance(.refused), "the issuer takes no attestation")
    }

    // MARK: The store

    /// Keeps a session as it stands, unless another one has taken its place meanwhile.
    func keep(_ session: StoredIssuance, _ running: Running) throws(WalletCoreError) {
        try running.store.change { changes throws(WalletCoreError) in try changes.set(.issuance, to: session) }
    }

    /// Forgets a session.
    func drop(_ session: StoredIssuance, _ running: Running) throws(WalletCoreError) {
        guard try running.store.value(.issuance)?.name == session.name else { return }
        try running.store.change { $0.remove(.issuance) }
    }

    // MARK: The end

    /// Forgets a session and tells the issuer what became of what it issued, if it answers. Nothing of it is left, whether it does or not.
    func giveUp(_ session: StoredIssuance, telling event: NotificationRequest.Event, _ running: Running) async {
        try? drop(session, running)
        await tell({ _ in event }, session, running)
    }

    /// Tells the issuer what became of what it issued. A notification is a courtesy (OpenID4VCI §11): one that is lost is not sent again.
    func tell(_ event: (IssuedCredentials) -> NotificationRequest.Event, _ session: StoredIssuance, _ running: Running) async {
        var session = session
        guard !session.client.issued.isEmpty, let settings = try? IssuanceSettings(configuration),
            (try? session.client.conclude(event)) != nil
        else { return }
        for _ in 1...8 {
            guard case .send = session.client.step else { return }
            guard (try? await exchange(&session, settings, timeout: .seconds(4), running)) != nil else { return }
        }
    }
}
