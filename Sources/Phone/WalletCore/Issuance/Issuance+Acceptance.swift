// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON
import MDoc
import OpenID4VCI
import OpenID4VCIWallet
import PlatformSupport
import ProviderProtocol
import SDJWT
import StatusList
import WalletConfiguration
import WalletInterface

/// The part of an issuance after the preview. It uses the PIN and runs in one call.
extension Issuance {
    /// Accepts the preview of the session. Runs in the issuance mutex.
    ///
    /// - Throws: as `Core.acceptIssuance`.
    func accept(pin: PIN) async throws(WalletCoreError) -> IssuanceOutcome {
        let session = try session(for: .pid)
        guard let preview = session.preview else { throw WalletCoreError(.issuance(.noSession), "there is nothing to accept yet") }
        var work = AcceptanceWork(session: session)
        defer { keysUnderWay = [] }
        do throws(WalletCoreError) {
            let settings = try IssuanceSettings(context.configuration.document)
            if let refusal = try await fetch(&work, settings, pin) { return .refused(refusal) }
            let (card, copies) = try await checked(work, like: preview, settings)
            try store(card, copies, session)
            keysUnderWay = []
            await notify({ $0.credentials == session.client.issued.first?.credentials ? .deleted : .accepted }, work.session)
            await discloseRecoveryCode(pin)
            await deleteIdleKeys(pin)
            return .issued(card.entry.id)
        } catch {
            if error == WalletCoreError(.issuance(.unfitCredential), "") { await giveUp(work.session, notifying: .failure) }
            throw error
        }
    }

    /// An acceptance in progress. Its changes to the session are not stored: until the cards are stored, the session stays at the preview.
    private struct AcceptanceWork {
        var session: StoredIssuance
        /// The new keys, by kind of credential.
        var keys: [String: [IssuedKeys.Key]] = [:]
    }

    /// Fetches the credentials.
    ///
    /// - Returns: the PIN's refusal; nil if all credentials are fetched.
    private func fetch(
        _ work: inout AcceptanceWork, _ settings: IssuanceSettings, _ pin: PIN
    ) async throws(WalletCoreError) -> PINCheck? {
        do throws(IssuanceFailure) {
            try work.session.client.requestAgain(settings.pid.sdJWT.configurationID)
        } catch {
            throw WalletCoreError(error)
        }
        for _ in 1...64 {
            switch work.session.client.step {
            case .send: try await takeStep(&work.session, settings)
            case .prove(let order):
                switch try await makeKeys(for: order, count: min(settings.pid.batchSize, order.maximumCount), pin) {
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

    /// The result of key generation.
    private enum MadeKeys {
        case done([IssuedKeys.Key])
        case refused(PINCheck)
    }

    private func makeKeys(
        for order: KeyProofOrder, count: Int, _ pin: PIN
    ) async throws(WalletCoreError) -> MadeKeys {
        // The new keys are listed as idle before they exist, so that a kill or a lost answer leaves no unlisted key.
        let ids = (0..<count).map { _ in WalletKeyID(random: context.randomBytes) }
        keysUnderWay.formUnion(ids)
        try noteIdle(ids)
        let request = KeyRequest(
            ids: ids, audience: order.audience.text, nonce: order.nonce, issuer: order.clientID,
            isAttested: order.configuration.keyAttestation != nil)
        switch try await verifier.carryOut(.performIssuance, data: request.json, provenBy: pin) {
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

    /// Verifies that the issued credentials match the preview, and makes a card from the credentials.
    ///
    /// - Returns: the card and its copies, in the order in which its entry names them.
    private func checked(
        _ work: AcceptanceWork, like preview: IssuedCard, _ settings: IssuanceSettings
    ) async throws(WalletCoreError) -> (card: IssuedCard, copies: [StoredCopy]) {
        let now = context.trueNow
        let check = CredentialCheck(settings: settings, time: now, isTimeSynchronized: context.time.isSynchronized)
        let (sdKind, mdocKind) = (settings.pid.sdJWT, settings.pid.mdoc)
        // The preview is issued first; its key no longer exists.
        let issued = work.session.client.issued.dropFirst()
        let sdTexts = issued.filter { $0.configurationID == sdKind.configurationID }.flatMap(\.credentials)
        let mdocTexts = issued.filter { $0.configurationID == mdocKind.configurationID }.flatMap(\.credentials)
        let sdKeys = work.keys[sdKind.configurationID] ?? []
        let mdocKeys = work.keys[mdocKind.configurationID] ?? []
        let sdJWTs = try await check.sdJWTs(CredentialCheck.tokens(sdTexts), boundTo: sdKeys.map(\.publicKey))
        let shown = try preview.payload
        guard let metadata = work.session.client.issuerMetadata, let first = sdJWTs.copies.first,
            sdJWTs.copies.allSatisfy({ CardClaims.isShown($0.payload, in: shown) })
        else { throw CredentialCheck.unfit("it is not what was shown") }
        let mdocs = try await check.mdocs(mdocTexts, boundTo: mdocKeys.map(\.publicKey), like: first.payload)

        var references: [String: [Int]] = [:]
        for copy in sdJWTs.copies {
            if let status = try CredentialCheck.status(of: copy.payload) { references[status.uri, default: []].append(status.index) }
        }
        for copy in mdocs.copies {
            if let status = try CredentialCheck.status(of: copy.mobileSecurityObject) {
                references[status.uri, default: []].append(status.index)
            }
        }
        let id = CardID(Base64URL.encode(context.randomBytes(16)))
        var card = IssuedCard(
            id: id, first, references: references,
            expiresAt: mdocs.copies.map { $0.mobileSecurityObject.validity.validUntil.date }.min(), zone: context.issuerZone,
            metadata: metadata, configurationID: sdKind.configurationID, type: sdKind.type, at: now)
        card.entry.sdJWTs = sdTexts.indices.map { "\(id.text).sd.\($0)" }
        card.entry.mdocs = mdocTexts.indices.map { "\(id.text).mdoc.\($0)" }
        let sdCopies = zip(sdTexts, sdJWTs.keyIndexes).map { text, key in StoredCopy(credential: text, keyID: sdKeys[key].id.text) }
        let mdocCopies = zip(mdocTexts, mdocs.keyIndexes).map { text, key in StoredCopy(credential: text, keyID: mdocKeys[key].id.text) }
        return (card, sdCopies + mdocCopies)
    }

    /// Stores the card with its copies and its event, removes the card that it replaces, and ends the session, in one transaction.
    private func store(_ card: IssuedCard, _ copies: [StoredCopy], _ session: StoredIssuance) throws(WalletCoreError) {
        let replaced = try presentPID()
        let used = Set(copies.map(\.keyID))
        var idle = (try context.store.value(.idleKeys) ?? []).filter { !used.contains($0) }
        if let replaced { idle += try cards.keys(of: replaced) }
        let event = card.entry.event(replaced == nil ? .issued : .renewed, at: context.trueNow, issuer: card.card.issuer)
        let hasCode = card.card.recoveryCode != nil
        let idleKeys = idle
        var entry = card.entry
        var writer = try EventWriter(context.store)
        try context.store.change { changes throws(WalletCoreError) in
            try writer.add(event, to: &entry, replacing: replaced, in: &changes)
            try writer.finish(&changes)
            try changes.set(.cardEntry(entry.id), to: entry)
            try changes.set(.pid, to: StoredPID(card: entry.id, recovery: hasCode ? .undisclosed : .refused))
            try changes.set(.card(entry.id), to: card.card)
            for (name, copy) in zip(entry.sdJWTs + entry.mdocs, copies) { try changes.set(.copy(name), to: copy) }
            if let replaced { CardShelf.remove(replaced, in: &changes) }
            if idleKeys.isEmpty { changes.remove(.idleKeys) } else { try changes.set(.idleKeys, to: idleKeys) }
            changes.remove(.issuance)
        }
        cards.noteChange()
    }
}
