// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON
import OpenID4VP

extension VerifierDesk {
    /// The state of a party's session.
    ///
    /// - Throws: ``DeskError`` with `notFound`, or of the store.
    package func report(on id: String, for party: Party) async throws(DeskError) -> SessionReport {
        let session = try await find(id, of: party)
        let contents = session.contents
        return SessionReport(
            state: session.state(at: now), sessionType: session.sessionType,
            reason: contents.refusal?.refusal.description ?? contents.walletError, hasResult: contents.result != nil,
            expiresAt: session.stored.expiresAt)
    }

    /// The result, once. Then it is nowhere on this server.
    ///
    /// On the same device the browser must have come back: with `return_url` the party brings the `response_code` that its browser got,
    /// otherwise ``arrive(_:browser:responseCode:)`` must have been called. A wrong code takes nothing.
    ///
    /// - Parameter responseCode: `response_code`; nil without one.
    /// - Throws: ``DeskError`` with `notFound`, `notAnswered`, `ended`, `responseCodeMissing`, `responseCodeWrong` or `resultTaken`, or of
    ///   the store.
    package func result(of id: String, responseCode: String?, for party: Party) async throws(DeskError) -> SessionResult {
        let now = now
        return try await changing(try await find(id, of: party), at: now) {
            (session: Session) throws(DeskError) -> SessionChange<SessionResult> in
            var contents = session.contents
            let state = session.state(at: now)
            guard state == .answered else { throw state.isOpen ? DeskError.refusal(.notAnswered) : DeskError.ended(state) }
            try Self.check(responseCode, contents)
            guard let result = contents.result else { throw DeskError.refusal(.resultTaken) }
            guard let read = SessionResult(result, evidence: contents.evidence) else {
                throw DeskError.store(SessionStoreError(.damaged, "the stored result does not parse"))
            }
            contents.result = nil
            contents.evidence = nil
            return .replace(contents, .answered, read)
        }
    }

    private static func check(_ responseCode: String?, _ contents: SessionContents) throws(DeskError) {
        guard let code = contents.responseCode else { return }
        if let responseCode {
            guard code.isSecretly(responseCode) else { throw DeskError.refusal(.responseCodeWrong, member: "response_code") }
        }
        let isBound = contents.returnURL == nil ? contents.hasReturned : responseCode != nil
        guard isBound else { throw DeskError.refusal(.responseCodeMissing, member: "response_code") }
    }

    /// Cancels an open session; of a cancelled one nothing changes.
    ///
    /// - Throws: ``DeskError`` with `notFound`, or `ended` for a session that ended otherwise; or of the store.
    package func cancel(_ id: String, for party: Party) async throws(DeskError) {
        let now = now
        return try await changing(try await find(id, of: party), at: now) {
            (session: Session) throws(DeskError) -> SessionChange<Void> in
            let state = session.state(at: now)
            if state == .cancelled { return .keep(()) }
            guard state.isOpen else { throw DeskError.ended(state) }
            return .replace(session.contents, .cancelled, ())
        }
    }
}

extension SessionResult {
    /// Reads a stored result.
    fileprivate init?(_ result: Data, evidence: Data?) {
        let limits = JSONLimits(maximumBytes: StoredSession.maximumContentBytes, maximumDepth: JSONLimits.deepestNesting)
        guard case .array(let credentials)? = try? JSONValue(parsing: Array(result), limits: limits) else { return nil }
        self.credentials = credentials
        guard let evidence else {
            self.evidence = nil
            return
        }
        guard let read = try? JSONObject(parsing: Array(evidence), limits: limits) else { return nil }
        self.evidence = read
    }
}
