// SPDX-License-Identifier: EUPL-1.2

import CPKCS11
import Foundation
import HSM
import Synchronization

/// The connection to the token: module initialised, token found, user logged in. It is established again after a loss.
///
/// Each connection has a number, and sessions and handles are valid only with that number, because the module may reuse handles after a
/// loss. So a new connection starts only when no call is running on the old connection. A dedicated session keeps the login.
final class TokenConnection: Sendable {
    /// A permission to use the connection until `leave()`.
    struct Ticket: Sendable, Hashable {
        let number: Int
        let slot: UInt
    }

    private enum Phase {
        case closed
        case connecting
        case open(slot: UInt, loginSession: UInt)
    }

    private struct State {
        var phase = Phase.closed
        var number = 0
        var underWay = 0
        var sessions: Set<UInt> = []
        /// Sessions that could not be closed. Objects created in them may still exist.
        var unclosed: Set<UInt> = []
        var hasInitialised = false
        /// True if the token itself was lost, so that the module must search for it again.
        var hasLostToken = false
        /// Set once and never retried, because a token counts wrong PINs.
        var refusal: HSMError?
        var failure: (error: HSMError, at: ContinuousClock.Instant)?
    }

    private let module: any Cryptoki
    private let configuration: PKCS11Configuration
    private let state = Mutex(State())
    /// Wakes the threads that wait for a change of `state`.
    private let changed = NSCondition()
    private let writing = NSLock()

    /// Runs the body while no other thread of this process changes the token. Blocks the thread, which belongs to the pool.
    func asOnlyWriter<Value>(_ work: () throws -> Value) rethrows -> Value { try writing.withLock(work) }

    init(module: any Cryptoki, configuration: PKCS11Configuration) {
        self.module = module
        self.configuration = configuration
    }

    /// Starts a call, connecting first if needed. Each success must be followed by one `leave()`.
    ///
    /// - Throws: `unavailable`; `accessDenied` if the PIN is or was rejected.
    func enter() throws(HSMError) -> Ticket {
        enum Step {
            case go(Ticket)
            case wait
            case connect
        }
        let deadline = Date(timeIntervalSinceNow: configuration.callTimeLimit / .seconds(1))
        while true {
            let step = try state.withLock { state throws(HSMError) -> Step in
                if case .open(let slot, _) = state.phase {
                    state.underWay += 1
                    return .go(Ticket(number: state.number, slot: slot))
                }
                if let refusal = state.refusal { throw refusal }
                if let failure = state.failure, failure.at.duration(to: .now) < configuration.reconnectPause { throw failure.error }
                if case .connecting = state.phase { return .wait }
                state.phase = .connecting
                return .connect
            }
            switch step {
            case .go(let ticket): return ticket
            case .wait: try wait(until: deadline) { if case .connecting = $0.phase { false } else { true } }
            case .connect: try connect(before: deadline)
            }
        }
    }

    /// Ends a call.
    func leave() {
        let isNews = state.withLock { state in
            state.underWay -= 1
            if case .open = state.phase { return false }
            return state.underWay == 0
        }
        if isNews { announce() }
    }

    /// Marks the connection as lost. Later calls establish a new connection.
    ///
    /// - Parameter token: true if the token itself was lost, not only the connection.
    func lose(_ ticket: Ticket, token: Bool = false) {
        state.withLock { state in
            guard case .open = state.phase, state.number == ticket.number else { return }
            state.phase = .closed
            state.hasLostToken = token
        }
    }

    /// Opens a session, after retrying to close the unclosed sessions. Call between `enter()` and `leave()`.
    func openSession(_ ticket: Ticket, writing: Bool = false) throws(CryptokiFailure) -> UInt {
        let unclosed = state.withLock { state in
            defer { state.unclosed = [] }
            return state.unclosed
        }
        for session in unclosed { closeSession(session) }
        let session = try module.openSession(slot: ticket.slot, writing: writing)
        state.withLock { _ = $0.sessions.insert(session) }
        return session
    }

    /// Closes a session of the current connection. Call between `enter()` and `leave()`.
    func closeSession(_ session: UInt) {
        state.withLock { _ = $0.sessions.remove(session) }
        do throws(CryptokiFailure) {
            try module.closeSession(session)
        } catch {
            if error.remedy != .reconnect { state.withLock { _ = $0.unclosed.insert(session) } }
        }
    }

    /// Closes all sessions unless a call is in progress. Finalises the module if it was initialised here.
    func disconnect() {
        let (sessions, hasInitialised) = state.withLock { state -> (Set<UInt>, Bool) in
            guard state.underWay == 0 else { return ([], false) }
            var sessions: Set<UInt> = []
            // After a loss the module may have given the handles to other sessions.
            if case .open = state.phase { sessions = state.sessions.union(state.unclosed) }
            defer {
                state.phase = .closed
                (state.sessions, state.unclosed) = ([], [])
                state.hasInitialised = false
            }
            return (sessions, state.hasInitialised)
        }
        for session in sessions { try? module.closeSession(session) }
        if hasInitialised { try? module.finalize() }
    }
}

// MARK: - Connecting

extension TokenConnection {
    private func connect(before deadline: Date) throws(HSMError) {
        do throws(HSMError) {
            try wait(until: deadline) { $0.underWay == 0 }
            let (slot, loginSession) = try begin()
            state.withLock { state in
                state.phase = .open(slot: slot, loginSession: loginSession)
                state.number += 1
                state.sessions.insert(loginSession)
                state.failure = nil
            }
            announce()
        } catch {
            state.withLock { state in
                state.phase = .closed
                if error.code == .accessDenied { state.refusal = error }
                state.failure = (error, .now)
            }
            announce()
            throw error
        }
    }

    /// Initialises the module, finds the token and logs in.
    private func begin() throws(HSMError) -> (slot: UInt, loginSession: UInt) {
        var opened: UInt?
        if state.withLock({ $0.hasLostToken }) { forgetTokens() }
        do throws(CryptokiFailure) {
            let isFresh = try module.initialize()
            let former = state.withLock { state -> Set<UInt> in
                defer { (state.sessions, state.unclosed) = ([], []) }
                if isFresh { state.hasInitialised = true }
                return isFresh ? [] : state.sessions.union(state.unclosed)
            }
            // A module that was just initialised has no sessions, and an old handle could belong to a different session.
            for session in former { try? module.closeSession(session) }

            let slot = try findSlot()
            let session = try module.openSession(slot: slot, writing: false)
            opened = session
            do throws(CryptokiFailure) {
                try module.login(session, pin: configuration.pin.bytes)
            } catch {
                guard error.code == CKR_USER_ALREADY_LOGGED_IN else { throw error }
            }
            return (slot, session)
        } catch {
            if let opened { try? module.closeSession(opened) }
            switch error.code {
            case CKR_PIN_INCORRECT, CKR_PIN_INVALID, CKR_PIN_LEN_RANGE, CKR_PIN_EXPIRED, CKR_PIN_LOCKED, CKR_USER_PIN_NOT_INITIALIZED:
                throw HSMError(.accessDenied, "the token \(configuration.tokenLabel) refuses the PIN: 0x\(String(error.code, radix: 16))")
            default:
                forgetTokens()
                throw error.asUnavailable
            }
        }
    }

    /// Finalises a module that has lost its token. A module looks for tokens at initialisation, so the next attempt finds a token that is
    /// back. Call only while no other call is running.
    private func forgetTokens() {
        let hasInitialised = state.withLock { state in
            defer {
                (state.hasInitialised, state.hasLostToken) = (false, false)
                (state.sessions, state.unclosed) = ([], [])
            }
            return state.hasInitialised
        }
        if hasInitialised { try? module.finalize() }
    }

    /// Returns the slot with the labelled token. An unreadable slot may contain the token, so its failure is thrown if no other slot
    /// matches.
    private func findSlot() throws(CryptokiFailure) -> UInt {
        var failure = CryptokiFailure("the search for the token \(configuration.tokenLabel)", CKR_TOKEN_NOT_PRESENT)
        for slot in try module.slots() {
            do throws(CryptokiFailure) {
                if try module.tokenLabel(slot: slot) == configuration.tokenLabel { return slot }
            } catch {
                failure = error
            }
        }
        throw failure
    }

    private func announce() {
        changed.lock()
        changed.broadcast()
        changed.unlock()
    }

    /// Blocks this thread until the condition is true.
    private func wait(until deadline: Date, _ isReached: (borrowing State) -> Bool) throws(HSMError) {
        changed.lock()
        defer { changed.unlock() }
        while !state.withLock({ isReached($0) }) {
            guard changed.wait(until: deadline) else { throw HSMError(.unavailable, "a call to the HSM does not end") }
        }
    }
}
