// SPDX-License-Identifier: EUPL-1.2

/// A decision about a session.
enum SessionChange<Value: Sendable>: Sendable {
    /// Nothing; with the value for the caller.
    case keep(Value)
    /// New contents and state; with the value for the caller if no other change came first.
    case replace(SessionContents, SessionState, Value)
}

extension VerifierDesk {
    /// How often a change is decided again because others came first. States only move forward, so this is more than can happen without
    /// an attack.
    private static let maximumTries = 8

    /// The session with this key.
    ///
    /// - Throws: ``DeskError`` with `notFound`, or of the store.
    func find(_ key: SessionKey) async throws(DeskError) -> Session {
        do throws(SessionStoreError) {
            if let stored = try await store.session(key) { return try sealer.open(stored) }
        } catch {
            throw DeskError.store(error)
        }
        throw DeskError.refusal(.notFound)
    }

    /// The session of a party with this id.
    func find(_ id: String, of party: Party) async throws(DeskError) -> Session {
        let session = try await find(.session(id.digest))
        guard session.stored.party == party.name else { throw DeskError.refusal(.notFound) }
        return session
    }

    /// The party and the use of a session.
    ///
    /// - Throws: ``DeskError`` with `notFound` if the settings no longer have them.
    func owner(of session: Session) throws(DeskError) -> (party: Party, use: PartyUse) {
        guard let party = parties[session.stored.party], let use = party.uses.first(where: { $0.name == session.contents.use }) else {
            throw DeskError.refusal(.notFound)
        }
        return (party, use)
    }

    /// Changes a session. If another change came first, `decide` decides again.
    ///
    /// - Throws: errors of `decide`; ``DeskError`` with `busy`, `notFound`, or of the store.
    func changing<Value: Sendable>(
        _ first: Session, at now: Int64, _ decide: (Session) throws(DeskError) -> SessionChange<Value>
    ) async throws(DeskError) -> Value {
        var session = first
        for _ in 0..<Self.maximumTries {
            switch try decide(session) {
            case .keep(let value): return value
            case .replace(let contents, let state, let value):
                if try await replace(session, contents, state, at: now) { return value }
            }
            session = try await find(.session(session.stored.key))
        }
        throw DeskError.refusal(.busy)
    }

    /// Writes one change; false if another came first. A session that ends loses what answers are read with, and its party is told.
    private func replace(
        _ session: Session, _ contents: SessionContents, _ state: SessionState, at now: Int64
    ) async throws(DeskError) -> Bool {
        let stored = session.stored
        let isEnding = stored.state.isOpen && !state.isOpen
        var contents = contents
        if isEnding { contents.pending = nil }
        do throws(SessionStoreError) {
            let note = isEnding ? try note(of: contents, state, party: stored.party, at: now) : nil
            let version = stored.version + 1
            let next = StoredSession(
                key: stored.key, pageKey: stored.pageKey, walletKey: stored.walletKey, party: stored.party, state: state,
                version: version, expiresAt: stored.expiresAt, removeAt: isEnding ? now + settings.times.ended : stored.removeAt,
                contents: try sealer.seal(contents, key: stored.key, version: version))
            return try await store.replace(next, adding: note)
        } catch {
            throw DeskError.store(error)
        }
    }
}

extension DeskError {
    /// A refusal with these parts.
    static func refusal(_ reason: DeskRefusal.Reason, member: String = "session", detail: String? = nil) -> DeskError {
        .refused(DeskRefusal(reason, member: member, detail: detail))
    }

    /// The refusal of a session in this state.
    static func ended(_ state: SessionState) -> DeskError { refusal(.ended, detail: state.rawValue) }
}
