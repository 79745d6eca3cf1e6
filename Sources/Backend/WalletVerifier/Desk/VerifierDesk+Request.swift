// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DCQL
import Foundation
import JOSE
import JSON
import OAuthMessages
import OpenID4VP
import OpenID4VPVerifier

extension VerifierDesk {
    /// The signed request for a wallet, a compact JWS. The first fetch decides on the session type; the same wallet may fetch again until
    /// it has answered, because an answer of this server may get lost.
    ///
    /// - Parameters:
    ///   - sessionType: `session_type` of the query; nil if absent.
    ///   - ephemeral: `e` of the query; nil if absent.
    ///   - walletNonce: `wallet_nonce` of the form; nil for GET or without one.
    /// - Throws: ``DeskError`` with `notFound`, `sessionType`, `linkForged`, `linkExpired`, `walletNonce`, `fetchedByOther`, `ended`, or of
    ///   the store.
    package func request(
        _ walletToken: String, sessionType: String?, ephemeral: String?, walletNonce: String?
    ) async throws(DeskError) -> String {
        let now = now
        let session = try await find(.wallet(walletToken.digest))
        let (party, use) = try owner(of: session)
        guard let type = sessionType.flatMap(SessionType.init(rawValue:)), use.sessionTypes.contains(type) else {
            throw DeskError.refusal(.sessionType, member: "session_type")
        }
        guard let drawnAt = ephemeral.flatMap({ links.time(of: $0, walletToken, type) }) else {
            throw DeskError.refusal(.linkForged, member: "e")
        }
        if let walletNonce, !walletNonce.isWalletNonce { throw DeskError.refusal(.walletNonce, member: "wallet_nonce") }
        let isFresh = self.isFresh(drawnAt, type, at: now)
        let signed = try await self.signed(session, party, walletNonce: walletNonce, at: now)
        return try await changing(session, at: now) { (session: Session) throws(DeskError) -> SessionChange<String> in
            let state = session.state(at: now)
            guard state.isOpen, let pending = session.contents.pending else { throw DeskError.ended(state) }
            if let request = pending.request {
                // With a nonce of its own, a wallet may come back late; without one, only a fresh link tells it from others.
                guard session.sessionType == type, pending.walletNonce == walletNonce else { throw DeskError.refusal(.fetchedByOther) }
                guard isFresh || walletNonce != nil else { throw DeskError.refusal(.linkExpired, member: "e") }
                return .keep(request)
            }
            guard isFresh else { throw DeskError.refusal(.linkExpired, member: "e") }
            guard let signed else { throw DeskError.ended(state) }
            var contents = session.contents
            contents.sessionType = type.rawValue
            contents.pending?.walletNonce = walletNonce
            contents.pending?.request = signed
            return .replace(contents, .fetched, signed)
        }
    }

    /// True if a link of this time still counts. On the same device the `response_code` binds the browser, so that its age does not matter.
    func isFresh(_ drawnAt: Int64, _ type: SessionType, at now: Int64) -> Bool {
        let age = now - drawnAt
        let maximum = type == .sameDevice ? settings.times.open : settings.times.link + settings.times.linkTolerance
        return age <= maximum && age >= -settings.times.linkTolerance
    }

    /// Signs the request of a session that has none yet; nil otherwise.
    private func signed(
        _ session: Session, _ party: Party, walletNonce: String?, at now: Int64
    ) async throws(DeskError) -> String? {
        guard session.state(at: now) == .created, let pending = session.contents.pending else { return nil }
        guard let query = pending.dcqlQuery,
            let draft = self.draft(
                pending, session.contents.walletToken, party, query, walletNonce: walletNonce, issuedAt: now,
                expiresAt: session.stored.expiresAt),
            let signed = try? await draft.unsigned.signed(by: { try party.sign($0) })
        else { throw DeskError.store(SessionStoreError(.damaged, "the stored request does not parse, or was not signed")) }
        return signed
    }
}

extension PendingAnswer {
    /// `dcql_query`.
    var dcqlQuery: DCQLQuery? { (try? JSONValue(parsing: Array(query))).flatMap { try? DCQLQuery($0) } }
}

extension Party {
    /// Signs with the key of the access certificate: r ‖ s.
    func sign(_ input: [UInt8]) throws -> [UInt8] { Array(try key.signature(for: input).rawRepresentation) }
}

extension String {
    /// True for 1 to ``VerifierDesk/maximumWalletNonce`` characters that are safe in a URL.
    fileprivate var isWalletNonce: Bool {
        (1...VerifierDesk.maximumWalletNonce).contains(utf8.count)
            && utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                default: "-._~".utf8.contains(byte)
                }
            }
    }
}
