// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JOSE
import MDoc
import OpenID4VCI
import PlatformSupport
import ProviderProtocol
import SDJWT
import WalletConfiguration
package import WalletInterface

/// The rest of an issuance, after the preview: with the PIN, in one go.
extension WalletCore {
    /// Accepts what was shown (1.5a, 1.6): has keys made for the PIN, fetches the credentials that are bound to them in both formats, verifies
    /// that they are what was shown, and stores them in one transaction. Before that nothing of them is kept; after it all is.
    ///
    /// It may be called again after any error that leaves the session: the issuer then issues anew. Keys that were made in vain, also those
    /// of an answer that never came, are deleted with the next PIN.
    ///
    /// - Returns: the card, or why the PIN was not accepted; then the preview waits.
    /// - Throws: `noInternet`, `serverUnreachable`: the preview waits. `issuance` with `loginStopped` (the token has expired), `refused`,
    ///   `unfitIssuer`, `unfitCredential`: there is no session any more. `issuance(.noSession)` without a preview; `locked`, `notRegistered`,
    ///   `platformMissing`, `notInitialized`, `walletRejected`, `walletRevoked`, a store error, `unexpected`.
    package func acceptIssuance(pin: PIN) async throws(WalletCoreError) -> IssuanceOutcome {
        let running = try admitted(.acceptIssuance)
        return try await issuanceMutex.run { () async throws(WalletCoreError) in
            try admit(.acceptIssuance)
            let session = try issuanceSession(for: .pid, running)
            guard let preview = session.preview else { throw WalletCoreError(.issuance(.noSession), "there is nothing to accept yet") }
            var work = AcceptanceWork(session: session)
            defer { keysUnderWay = [] }
            do throws(WalletCoreError) {
                let settings = try IssuanceSettings(configuration)
                if let refusal = try await fetch(&work, settings, pin, running) {
                    if refusal == .permanentlyBlocked { try await forgetBiometrics(running) }
                    return .refused(refusal)
                }
                let issued = try await checked(work, like: preview, settings, running)
                try store(issued, session, running)
                keysUnderWay = []
                await tell({ $0.credentials == session.client.issued.first?.credentials ? .deleted : .accepted }, work.session, running)
                await discloseRecoveryCode(pin, running)
                await deleteIdleKeys(pin, running)
                return .issued(issued.card.entry.id)
            } catch {
                if error == WalletCoreError(.issuance(.unfitCredential), "") { await giveUp(work.session, telling: .failure, running) }
                throw error
            }
        }
    }

    /// An acceptance under way. What it changes in the session is not kept: until the cards are stored the preview is what there is.
    private struct AcceptanceWork {
        var session: StoredIssuance
        /// The keys that were made, by kind of credential.
        var keys: [String: [IssuedKeys.Key]] = [:]
    }

    /// Fetches the credentials.
    ///
    /// - Returns: why the PIN was not accepted; nil when all is fetched.
    private func fetch(
        _ work: inout AcceptanceWork, _ settings: IssuanceSettings, _ pin: PIN, _ running: Running
    ) async throws(WalletCoreError) -> PINCheck? {
        do throws(IssuanceFailure) {
            try work.session.client.requestAgain(settings.pid.sdJWT.configurationID)
        } catch {
            throw WalletCoreError(error)
        }
        for _ in 1...64 {
            switch work.session.client.step {
            case .send: try await exchange(&work.session, settings, running)
            case .prove(let order):
                switch try await makeKeys(for: order, count: min(settings.pid.batchSize, order.maximumCount), pin, running) {
                case .done(let keys):
                    work.keys[order.configuration.identifier, default: []] += keys
                    do throws(IssuanceFailure) {
                        try work.session.client.prove(with: order.proofs(of: keys))
                    } catch {
                        throw WalletCoreError(.serverUnreachable, "the provider's proofs cannot be used")
                    }
                case .refused(let check): return check
                }
            case .review: return nil
            default: throw WalletCoreError(.unexpected, "the issuance went out of order")
            }
        }
        throw WalletCoreError(.issuance(.unfitIssuer), "the issuer asks without end")
    }

    /// What making keys yields.
    private enum MadeKeys {
        case done([IssuedKeys.Key])
        case refused(PINCheck)
    }

    private func makeKeys(
        for order: KeyProofOrder, count: Int, _ pin: PIN, _ running: Running
    ) async throws(WalletCoreError) -> MadeKeys {
        // They are on the list of keys without a card before they exist: a kill, or an answer that is lost, leaves none behind.
        let ids = (0..<count).map { _ in WalletKeyID(random: randomBytes) }
        keysUnderWay.formUnion(ids)
        try noteIdle(ids, running)
        let request = KeyRequest(
            ids: ids, audience: order.audience.text, nonce: order.nonce, issuer: order.clientID,
            isAttested: order.configuration.keyAttestation != nil)
        switch try await perform(.performIssuance, data: request.json, provenBy: pin, running) {
        case .refused(let check): return .refused(check)
        case .rejected: return .refused(.outcomeUnknown)
        case .done(let result):
            guard let result, let issued = try? IssuedKeys(result), issued.keys.map(\.id) == ids,
                Set(issued.keys.map(\.publicKey)).count == count
            else { throw WalletCoreError(.serverUnreachable, "the provider's answer has not the keys that were asked for") }
            return .done(issued.keys)
        }
    }

    // MARK: What was fetched

    /// A card that is about to be stored.
    private struct FetchedCard {
        var card: IssuedCard
        var copies: [(name: String, copy: StoredCopy)] = []
    }

    /// Verifies that what was issued is what was shown, and makes a card of it.
    private func checked(
        _ work: AcceptanceWork, like preview: IssuedCard, _ settings: IssuanceSettings, _ running: Running
    ) async throws(WalletCoreError) -> FetchedCard {
        let now = running.bridges.clock.now
        let check = CredentialCheck(settings: settings, time: now)
        let (sdKind, mdocKind) = (settings.pid.sdJWT, settings.pid.mdoc)
        // The preview came first; it is bound to a key that is gone.
        let issued = work.session.client.issued.dropFirst()
        let sdTexts = issued.filter { $0.configurationID == sdKind.configurationID }.flatMap(\.credentials)
        let mdocTexts = issued.filter { $0.configurationID == mdocKind.configurationID }.flatMap(\.credentials)
        let sdKeys = work.keys[sdKind.configurationID] ?? []
        let mdocKeys = work.keys[mdocKind.configurationID] ?? []
        let sdJWTs = try await check.sdJWTs(sdTexts, boundTo: sdKeys.map(\.publicKey))
        let shown = try preview.payload
        guard let metadata = work.session.client.issuerMetadata, let first = sdJWTs.copies.first,
            sdJWTs.copies.allSatisfy({ CardClaims.isShown($0.payload, in: shown) })
        else { throw CredentialCheck.unfit("it is not what was shown") }
        let mdocs = try await check.mdocs(mdocTexts, boundTo: mdocKeys.map(\.publicKey), like: first.payload)

        var references: [CardEntry.Reference] = []
        for copy in sdJWTs.copies { if let reference = try CredentialCheck.status(of: copy.payload) { references.append(reference) } }
        for copy in mdocs.copies {
            if let reference = try CredentialCheck.status(of: copy.mobileSecurityObject) { references.append(reference) }
        }
        let id = CardID(Base64URL.encode(randomBytes(16)))
        var fetched = FetchedCard(
            card: IssuedCard(
                id: id, first, references: Set(references).sorted { ($0.uri, $0.index) < ($1.uri, $1.index) },
                expiresAt: mdocs.copies.map { $0.mobileSecurityObject.validity.validUntil.date }.min(), metadata: metadata,
                configurationID: sdKind.configurationID, type: sdKind.type, at: now))
        for (number, text) in sdTexts.enumerated() {
            let name = "\(id.text).sd.\(number)"
            fetched.card.entry.sdJWTs.append(name)
            fetched.copies.append((name, StoredCopy(credential: text, keyID: sdKeys[sdJWTs.keyIndexes[number]].id.text)))
        }
        for (number, text) in mdocTexts.enumerated() {
            let name = "\(id.text).mdoc.\(number)"
            fetched.card.entry.mdocs.append(name)
            fetched.copies.append((name, StoredCopy(credential: text, keyID: mdocKeys[mdocs.keyIndexes[number]].id.text)))
        }
        return fetched
    }

    /// Stores the card with its copies and its event, takes out the one that it replaces, and ends the session: one transaction.
    private func store(_ fetched: FetchedCard, _ session: StoredIssuance, _ running: Running) throws(WalletCoreError) {
        let card = fetched.card
        let replaced = try presentPID(running)?.entry
        var entries = try cards(running)
        entries.removeAll { $0.id == replaced?.id }
        entries.append(card.entry)
        let used = Set(fetched.copies.map(\.copy.keyID))
        var idle = (try running.store.value(.idleKeys) ?? []).filter { !used.contains($0) }
        for name in (replaced?.sdJWTs ?? []) + (replaced?.mdocs ?? []) {
            // A copy that cannot be read does not keep the new card out. Which key it had nobody knows any more; it goes with the account.
            if try running.store.opens(.copy(name)), let copy = try running.store.value(.copy(name)) { idle.append(copy.keyID) }
        }
        let event = card.entry.event(replaced == nil ? .issued : .renewed, at: running.bridges.clock.now)
        let number = (try running.store.value(.eventCount) ?? 0) + 1
        let hasCode = card.card.recoveryCode != nil
        let (all, idleKeys) = (entries, idle)
        try running.store.change { changes throws(WalletCoreError) in
            try changes.set(.cards, to: all)
            try changes.set(.pid, to: StoredPID(card: card.entry.id, recovery: hasCode ? .untold : .refused))
            try changes.set(.card(card.entry.id), to: card.card)
            for (name, copy) in fetched.copies { try changes.set(.copy(name), to: copy) }
            try changes.set(.event(number), to: event)
            try changes.set(.eventCount, to: number)
            if let replaced {
                changes.remove(.card(replaced.id))
                for name in replaced.sdJWTs + replaced.mdocs { changes.remove(.copy(name)) }
            }
            if idleKeys.isEmpty { changes.remove(.idleKeys) } else { try changes.set(.idleKeys, to: idleKeys) }
            changes.remove(.issuance)
        }
        showCards(running)
        // What the issuer's list says of it is asked for at once, not with the next unlock.
        keepStatusLists(of: all)
        for alarm in [cardStatusTimer, cardCheckTimer] { alarm.wake() }
    }
}
