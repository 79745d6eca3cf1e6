// SPDX-License-Identifier: EUPL-1.2

extension VerifierDesk {
    /// Lets sessions expire, tells their parties, and removes ended sessions. Called every some seconds, by any number of servers.
    ///
    /// - Parameter limit: maximum number of each, at least 1.
    /// - Throws: ``DeskError/store(_:)``.
    package func sweep(limit: Int) async throws(DeskError) -> SweepReport {
        let now = now
        let overdue: [StoredSession]
        do throws(SessionStoreError) {
            overdue = try await store.overdue(at: now, limit: limit)
        } catch {
            throw DeskError.store(error)
        }
        var expired = 0
        for stored in overdue {
            if try await expire(stored, at: now) { expired += 1 }
        }
        do throws(SessionStoreError) {
            return SweepReport(expired: expired, removed: try await store.removeEnded(at: now, limit: limit))
        } catch {
            throw DeskError.store(error)
        }
    }

    /// Lets one session expire; false if it has ended otherwise since it was read.
    private func expire(_ stored: StoredSession, at now: Int64) async throws(DeskError) -> Bool {
        let session: Session
        do throws(SessionStoreError) {
            session = try sealer.open(stored)
        } catch {
            guard error.code == .damaged else { throw DeskError.store(error) }
            return try await dropContents(of: stored, at: now)
        }
        do throws(DeskError) {
            return try await changing(session, at: now) { (session: Session) throws(DeskError) -> SessionChange<Bool> in
                session.stored.state.isOpen ? .replace(session.contents, .expired, true) : .keep(false)
            }
        } catch {
            // It was removed since it was read.
            guard case .refused = error else { throw error }
            return false
        }
    }

    /// Lets a session expire whose contents do not open, so that it does not stop every later sweep, and is removed. Its party is not told.
    ///
    /// This waits until an ended session would be removed: a server with the right secret may share the store.
    private func dropContents(of stored: StoredSession, at now: Int64) async throws(DeskError) -> Bool {
        guard stored.removeAt <= now else { return false }
        // One byte, because a database may store no bytes as NULL.
        let emptied = StoredSession(
            key: stored.key, pageKey: stored.pageKey, walletKey: stored.walletKey, party: stored.party, state: .expired,
            version: stored.version + 1, expiresAt: stored.expiresAt, removeAt: now, contents: [0])
        do throws(SessionStoreError) { return try await store.replace(emptied, adding: nil) } catch { throw DeskError.store(error) }
    }
}
