// SPDX-License-Identifier: EUPL-1.2

import CPKCS11
import Foundation
import HSM
import Synchronization

/// The connection to the token: module initialised, token found, user logged in. It is established again after a loss, and after three
/// failures in a row (`TokenRecovery`).
///
/// Each connection has a number, and sessions and handles are valid only with that number, because the module may reuse handles after a
/// loss. So a new connection starts only when no call is running on the old connection, and the module is never finalised under a call. If
/// a call hangs, there is no new connection until it returns. A dedicated session keeps the login.
///
/// `C_Finalize` ends the sessions of the whole process, so a module that other code of the process has initialised is refused.
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
        /// True once this connection, and no other code of the process, has initialised the module.
        var isOwner = false
        /// True if the token itself was lost, so that the module must search for it again.
        var hasLostToken = false
        /// Set once and never retried, because a token counts wrong PINs.
        var refusal: HSMError?
        /// The failure that ended the connection or the last attempt to connect.
        var failure: HSMError?
        var recovery: TokenRecovery
        /// True if a hanging call was reported.
        var isBlocked = false
    }

    private let module: any Cryptoki
    private let configuration: PKCS11Configuration
    private let now: @Sendable () -> ContinuousClock.Instant
    private let report: @Sendable (HSMRecoveryEvent) -> Void
    private let state: Mutex<State>
    /// Wakes the threads that wait for a change of `state`.
    private let changed = NSCondition()
    /// Keeps searches and changes of this process apart.
    let objects: ObjectLock

    /// - Parameters:
    ///   - now: the clock of the pauses between attempts to connect.
    ///   - report: receives the events after the first connection.
    init(
        module: any Cryptoki, configuration: PKCS11Configuration, now: @escaping @Sendable () -> ContinuousClock.Instant,
        report: @escaping @Sendable (HSMRecoveryEvent) -> Void
    ) {
        self.module = module
        self.configuration = configuration
        self.now = now
        self.report = report
        objects = ObjectLock(timeLimit: configuration.callTimeLimit)
        let recovery = TokenRecovery(shortestPause: configuration.reconnectPause, longestPause: configuration.longestReconnectPause)
        state = Mutex(State(recovery: recovery))
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
            let now = now()
            let step = try state.withLock { state throws(HSMError) -> Step in
                if case .open(let slot, _) = state.phase {
                    state.underWay += 1
                    return .go(Ticket(number: state.number, slot: slot))
                }
                if let refusal = state.refusal { throw refusal }
                if let failure = state.failure, state.recovery.isPausing(at: now) { throw failure }
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
    ///
    /// - Parameter isSuccess: true if the token did the work.
    func leave(afterSuccess isSuccess: Bool = false) {
        let (isIdle, hasRecovered) = state.withLock { state -> (Bool, Bool) in
            state.underWay -= 1
            guard case .open = state.phase else { return (state.underWay == 0, false) }
            return (false, isSuccess ? state.recovery.callSucceeded() : false)
        }
        if isIdle { announce() }
        if hasRecovered { report(.recovered) }
    }

    /// Marks the connection as lost. Later calls establish a new connection.
    func lose(_ ticket: Ticket, _ failure: CryptokiFailure) {
        state.withLock { state in
            guard case .open = state.phase, state.number == ticket.number else { return }
            state.phase = .closed
            state.hasLostToken = failure.isLossOfToken
            state.failure = failure.asUnavailable
        }
    }

    /// Counts a failure that does not show whether the connection still exists. The third in a row ends the connection, except during a
    /// pause between attempts.
    ///
    /// - Returns: true if the connection has ended, so that the call may be repeated on a new one.
    func endsConnection(_ ticket: Ticket, _ failure: CryptokiFailure) -> Bool {
        let now = now()
        return state.withLock { state in
            guard case .open = state.phase, state.number == ticket.number else { return true }
            guard state.recovery.callFailed(at: now) else { return false }
            state.phase = .closed
            state.failure = failure.asUnavailable
            return true
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
                (state.hasInitialised, state.isOwner) = (false, false)
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
        try quiesce(before: deadline)
        let (planned, hasLostToken) = state.withLock { state in
            defer { (state.isBlocked, state.hasLostToken) = (false, false) }
            return (state.recovery.connectingBegan(), state.hasLostToken)
        }
        let step: HSMRecoveryStep? = hasLostToken ? .initialisation : planned
        do throws(HSMError) {
            let opened = try begin(step)
            if step != nil { report(.connected(opened.isFresh ? .initialisation : .login)) }
            let now = now()
            state.withLock { state in
                state.phase = .open(slot: opened.slot, loginSession: opened.loginSession)
                state.number += 1
                state.sessions.insert(opened.loginSession)
                state.failure = nil
                state.recovery.connectingEnded(isConnected: true, at: now)
            }
            announce()
        } catch {
            if let step { report(.failed(step, error)) }
            let now = now()
            state.withLock { state in
                state.phase = .closed
                if error.code == .accessDenied { state.refusal = error }
                state.failure = error
                state.recovery.connectingEnded(isConnected: false, at: now)
            }
            announce()
            throw error
        }
    }

    /// Waits until no call is running; new calls already wait. Throws `unavailable` if a call hangs: nothing is done to the module then.
    private func quiesce(before deadline: Date) throws(HSMError) {
        do throws(HSMError) {
            try wait(until: deadline) { $0.underWay == 0 }
        } catch {
            let now = now()
            let isNews = state.withLock { state in
                defer { state.isBlocked = true }
                state.phase = .closed
                state.failure = error
                state.recovery.connectingWasBlocked(at: now)
                return !state.isBlocked
            }
            announce()
            if isNews { report(.blocked) }
            throw error
        }
    }

    /// Initialises the module, finds the token and logs in.
    ///
    /// - Parameter step: `initialisation` finalises the module first.
    /// - Returns: also whether the module was initialised by this call.
    private func begin(_ step: HSMRecoveryStep?) throws(HSMError) -> (slot: UInt, loginSession: UInt, isFresh: Bool) {
        var opened: UInt?
        if step == .initialisation { finalise() }
        do throws(CryptokiFailure) {
            let isFresh = try module.initialize()
            let (isOwner, former) = state.withLock { state -> (Bool, Set<UInt>) in
                if isFresh { state.isOwner = true }
                guard state.isOwner else { return (false, []) }
                state.hasInitialised = true
                defer { (state.sessions, state.unclosed) = ([], []) }
                return (true, isFresh ? [] : state.sessions.union(state.unclosed))
            }
            guard isOwner else { throw CryptokiFailure("C_Initialize", CKR_CRYPTOKI_ALREADY_INITIALIZED) }
            // A module that was just initialised has no sessions, and an old handle could belong to a different session.
            for session in former { closeSession(session) }

            let slot = try findSlot()
            let session = try module.openSession(slot: slot, writing: false)
            opened = session
            do throws(CryptokiFailure) {
                try module.login(session, pin: configuration.pin.bytes)
            } catch {
                guard error.code == CKR_USER_ALREADY_LOGGED_IN else { throw error }
            }
            return (slot, session, isFresh)
        } catch {
            if let opened { try? module.closeSession(opened) }
            switch error.code {
            case CKR_PIN_INCORRECT, CKR_PIN_INVALID, CKR_PIN_LEN_RANGE, CKR_PIN_EXPIRED, CKR_PIN_LOCKED, CKR_USER_PIN_NOT_INITIALIZED:
                throw refusedPIN(error.code)
            case CKR_CRYPTOKI_ALREADY_INITIALIZED:
                throw HSMError(.unavailable, "\(configuration.modulePath) is already used by another part of this process")
            default:
                finalise()
                throw error.asUnavailable
            }
        }
    }

    /// The error for a refused PIN, which says that each start with a wrong PIN counts.
    private func refusedPIN(_ code: UInt) -> HSMError {
        let advice =
            switch code {
            case CKR_PIN_LOCKED: "it is locked after wrong PINs; its security officer must set a new one"
            case CKR_PIN_EXPIRED, CKR_USER_PIN_NOT_INITIALIZED: "its security officer must set a new one"
            default: "correct the file before the next start, because the token counts wrong PINs and locks"
            }
        return HSMError(.accessDenied, "the token \(configuration.tokenLabel) refuses the PIN (0x\(String(code, radix: 16))): \(advice)")
    }

    /// Finalises the module if it was initialised here. Its next initialisation looks for tokens and drops a broken state. Call only while
    /// no other call is running.
    ///
    /// After a failure the module counts as initialised, so that its sessions are closed and it is finalised later.
    private func finalise() {
        guard state.withLock({ $0.hasInitialised }) else { return }
        do throws(CryptokiFailure) {
            try module.finalize()
        } catch {
            guard error.code == CKR_CRYPTOKI_NOT_INITIALIZED else { return }
        }
        state.withLock { state in
            state.hasInitialised = false
            (state.sessions, state.unclosed) = ([], [])
        }
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
