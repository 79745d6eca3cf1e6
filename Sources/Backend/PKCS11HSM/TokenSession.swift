// SPDX-License-Identifier: EUPL-1.2

import HSM

/// A session of one thread, with the handles of the keys that it has found. A session is not shared between threads.
///
/// A failed call is repeated once on a new session or connection if the failure shows that the old session or connection no longer exists,
/// or if it is the third failure in a row (`TokenRecovery`). After an unexpected failure the session is not used again.
struct TokenSession {
    let module: any Cryptoki
    private let connection: TokenConnection
    private var open: (ticket: TokenConnection.Ticket, session: UInt)?
    /// Handles of keys whose attributes were checked in this session.
    private var handles: [TokenKey: UInt] = [:]

    init(module: any Cryptoki, connection: TokenConnection) {
        self.module = module
        self.connection = connection
    }

    /// Runs work with the token.
    ///
    /// - Parameters:
    ///   - retrying: false for work that must not be repeated.
    ///   - work: receives the session's handle. Its `HSMError` is passed on; its `CryptokiFailure` is handled here.
    mutating func perform<Value>(retrying: Bool, _ work: (inout TokenSession, UInt) throws -> Value) -> Result<Value, HSMError> {
        var isLastTry = !retrying
        while true {
            let ticket: TokenConnection.Ticket
            do {
                ticket = try connection.enter()
            } catch {
                return .failure(error)
            }
            var isSuccess = false
            defer { connection.leave(afterSuccess: isSuccess) }
            do {
                let session = try session(for: ticket)
                let value = try work(&self, session)
                isSuccess = true
                return .success(value)
            } catch let error as HSMError {
                return .failure(error)
            } catch let failure as CryptokiFailure {
                switch failure.remedy {
                case .reconnect:
                    connection.lose(ticket, failure)
                    forget()
                case .reopenSession:
                    close()
                    if isLastTry { _ = connection.endsConnection(ticket, failure) }
                case .reconnectIfRepeated:
                    close()
                    guard connection.endsConnection(ticket, failure) else { return .failure(failure.asUnavailable) }
                case .none:
                    close()
                    return .failure(failure.asUnavailable)
                }
                if isLastTry { return .failure(failure.asUnavailable) }
                isLastTry = true
            } catch {
                close()
                return .failure(HSMError(.unavailable, "unexpected failure"))
            }
        }
    }

    /// Runs work in a separate read-write session. It runs alone: not beside other such work, nor beside a search.
    func writing<Value>(_ work: (UInt) throws -> Value) throws -> Value {
        guard let ticket = open?.ticket else { throw HSMError(.unavailable, "no session") }
        return try connection.objects.changing {
            let session = try connection.openSession(ticket, writing: true)
            defer { connection.closeSession(session) }
            return try work(session)
        }
    }

    /// Runs a search of the token's objects. Not inside `writing` or a different search.
    func searching<Value>(_ work: () throws -> Value) throws -> Value { try connection.objects.searching(work) }

    /// Returns the handle of a key. The key is searched and checked at its first use in this session.
    ///
    /// - Throws: `HSMError` with `keyMissing` or `keyUnfit`; `CryptokiFailure`.
    mutating func handle(of key: TokenKey) throws -> UInt {
        if let handle = handles[key] { return handle }
        guard let session = open?.session else { throw HSMError(.unavailable, "no session") }
        let handle = try searching { try key.find(in: session, of: module) }
        handles[key] = handle
        return handle
    }

    /// Runs work with objects created in this session, and then destroys the objects.
    ///
    /// If an object cannot be destroyed, the session is closed, which destroys its objects.
    mutating func withTemporary<Value>(_ objects: [UInt], _ work: (inout TokenSession) throws -> Value) throws -> Value {
        defer { destroy(objects) }
        return try work(&self)
    }

    private mutating func destroy(_ objects: [UInt]) {
        guard let session = open?.session else { return }
        do {
            for object in objects { try module.destroyObject(session, object) }
        } catch {
            close()
        }
    }

    /// Closes the session if its connection is still in use.
    mutating func end() {
        guard open != nil, let ticket = try? connection.enter() else { return }
        defer { connection.leave() }
        if open?.ticket == ticket { close() }
    }

    private mutating func session(for ticket: TokenConnection.Ticket) throws(CryptokiFailure) -> UInt {
        if let open, open.ticket == ticket { return open.session }
        forget()
        let session = try connection.openSession(ticket)
        open = (ticket, session)
        return session
    }

    private mutating func close() {
        if let session = open?.session { connection.closeSession(session) }
        forget()
    }

    private mutating func forget() {
        open = nil
        handles = [:]
    }
}
