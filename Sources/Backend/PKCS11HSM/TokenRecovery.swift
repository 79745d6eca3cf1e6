// SPDX-License-Identifier: EUPL-1.2

import HSM

/// The decision when a failing token is connected again, and by which step.
///
/// After an outage a module may answer `CKR_DEVICE_ERROR` until it is initialised again. So the third failure in a row ends a connection.
/// The first new connection logs in again, and each further one initialises the module. After each attempt there is a pause, which doubles
/// from attempt to attempt. During the pause a lost connection is not replaced, and a failing connection is kept: its calls fail at once,
/// or show that the token works. A success ends all of this.
struct TokenRecovery {
    /// The number of failures in a row after which a connection is replaced.
    static let failureLimit = 3

    private let shortestPause: Duration
    private let longestPause: Duration
    /// Failures in a row on this connection.
    private var failures = 0
    /// Attempts to connect again since the last success.
    private var attempts = 0
    private var hasBegun = false
    private var pauseEnd: ContinuousClock.Instant?

    /// - Parameters:
    ///   - shortestPause: the pause after the first attempt.
    ///   - longestPause: the limit of the growing pause; has no effect if shorter than `shortestPause`.
    init(shortestPause: Duration, longestPause: Duration) {
        self.shortestPause = shortestPause
        self.longestPause = max(shortestPause, longestPause)
    }

    /// True if no attempt to connect is due yet.
    func isPausing(at now: ContinuousClock.Instant) -> Bool { pauseEnd.map { now < $0 } ?? false }

    /// Records a successful call.
    ///
    /// - Returns: true if it is the first since an attempt to connect again.
    mutating func callSucceeded() -> Bool {
        defer { (failures, attempts, pauseEnd) = (0, 0, nil) }
        return attempts > 0
    }

    /// Records a failed call.
    ///
    /// - Returns: true if the connection should be replaced now.
    mutating func callFailed(at now: ContinuousClock.Instant) -> Bool {
        failures += 1
        return failures >= Self.failureLimit && !isPausing(at: now)
    }

    /// Records the start of an attempt to connect.
    ///
    /// - Returns: the step, and nil for the first connection of the process.
    mutating func connectingBegan() -> HSMRecoveryStep? {
        failures = 0
        guard hasBegun else {
            hasBegun = true
            return nil
        }
        attempts += 1
        return attempts == 1 ? .login : .initialisation
    }

    /// Records the end of an attempt to connect, and starts the pause.
    mutating func connectingEnded(isConnected: Bool, at now: ContinuousClock.Instant) {
        if !isConnected { attempts = max(attempts, 1) }
        guard attempts > 0 else { return }
        let factor = 1 << min(attempts - 1, 20)
        pauseEnd = now.advanced(by: min(shortestPause * factor, longestPause))
    }

    /// Records an attempt that could not begin, because a running call did not return.
    mutating func connectingWasBlocked(at now: ContinuousClock.Instant) { pauseEnd = now.advanced(by: shortestPause) }
}
