// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import Synchronization

/// The true time: the phone's clock while it is right, otherwise the time that the provider's signed answers tell.
///
/// An answer's time is held against the phone's monotonic clock, so setting the phone's clock changes nothing. Only a verified `iat`
/// teaches the time, never a header, a problem or a document that someone signed earlier. It outlives every wallet of the process.
final class TrueTime: Sendable {
    /// A reading of the provider's clock.
    private struct Reading {
        /// The distance of the true time ahead of monotonic time in seconds: the middle of its bounds.
        let lead: TimeInterval
        /// Half of the distance between the bounds, in seconds.
        let uncertainty: TimeInterval
        /// False if an earlier process has read the provider's clock.
        let isOwn: Bool

        /// The seconds by which the true time is ahead of the phone's clock; 0 if the clock is right.
        func correction(of clock: any ClockBridge) -> TimeInterval {
            let ahead = clock.steadyNow.addingTimeInterval(lead).timeIntervalSince(clock.possibleNow)
            return abs(ahead) <= TrueTime.tolerance + uncertainty ? 0 : ahead
        }
    }

    /// The error in seconds up to which a phone's clock counts as right.
    static let tolerance: TimeInterval = 30
    /// The longest wait for an answer in seconds that teaches the time. The true time is then known to within 5 s.
    static let longestRoundTrip: TimeInterval = 8

    /// A clock that is this many seconds from the time of an enrolment challenge is wrong.
    private static let day: TimeInterval = 86_400

    private let reading = Mutex<Reading?>(nil)
    /// The distance of the newest enrolment challenge's time ahead of monotonic time in seconds.
    private let challengeLead = Mutex<TimeInterval?>(nil)
    private let onChange: @Sendable () -> Void

    /// - Parameter onChange: called when the true time differs from the time used before by more than the tolerance.
    init(onChange: @escaping @Sendable () -> Void = {}) { self.onChange = onChange }

    // MARK: The time

    /// The present true time; the phone's clock as long as the provider has told nothing else.
    func now(by clock: any ClockBridge) -> Date { clock.possibleNow.addingTimeInterval(correction(of: clock)).possible }

    /// The seconds by which the true time is ahead of the phone's clock; 0 if the clock is right or nothing is known.
    func correction(of clock: any ClockBridge) -> TimeInterval { reading.withLock { $0 }?.correction(of: clock) ?? 0 }

    /// True if this process has synchronised the time with an answer.
    var isSynchronized: Bool { reading.withLock { $0?.isOwn ?? false } }

    /// True if the phone's clock is wrong by the time that is known. As long as none is known, true if it is about a day or more from the
    /// newest enrolment challenge.
    func isWrong(_ clock: any ClockBridge) -> Bool {
        guard reading.withLock({ $0 }) == nil else { return correction(of: clock) != 0 }
        guard let lead = challengeLead.withLock({ $0 }) else { return false }
        return abs(clock.steadyNow.addingTimeInterval(lead).timeIntervalSince(clock.possibleNow)) >= Self.day - Self.tolerance
    }

    // MARK: Synchronisation

    /// Notes the time of a verified enrolment challenge, which may be an old one: it corrects nothing.
    ///
    /// - Parameter issuedAt: the challenge's `iat`, in seconds since 1970.
    func note(challengeIssuedAt issuedAt: Int64, by clock: any ClockBridge) {
        let lead = Date(timeIntervalSince1970: TimeInterval(issuedAt)).timeIntervalSince(clock.steadyNow)
        challengeLead.withLock { $0 = lead }
    }

    /// Synchronises the time with an answer whose signature was verified, and which was signed between sending and receipt.
    ///
    /// - Parameters:
    ///   - signedAt: the answer's `iat`, in seconds since 1970.
    ///   - sentAt: the monotonic time before the request was sent.
    ///   - floor: seconds since 1970; an earlier time is not believed.
    func synchronize(to signedAt: Int64, sentAt: Date, by clock: any ClockBridge, notBefore floor: Int64) {
        let receivedAt = clock.steadyNow
        guard (0...Self.longestRoundTrip).contains(receivedAt.timeIntervalSince(sentAt)), signedAt >= floor else { return }
        let second = Date(timeIntervalSince1970: TimeInterval(signedAt))
        let (least, most) = (second.timeIntervalSince(receivedAt), second.addingTimeInterval(1).timeIntervalSince(sentAt))
        let newest = Reading(lead: (least + most) / 2, uncertainty: (most - least) / 2, isOwn: true)
        let before = reading.withLock { reading in
            defer { reading = newest }
            return reading
        }
        let change = before.map { $0.lead - newest.lead } ?? newest.correction(of: clock)
        if abs(change) > Self.tolerance { onChange() }
    }

    /// Takes over the correction that an earlier process has stored, until this process synchronises the time itself.
    func assume(_ known: StoredCorrection, by clock: any ClockBridge) {
        let assumedNow = clock.possibleNow.addingTimeInterval(known.seconds)
        // Time never goes back: the phone's clock was set after the correction was stored.
        guard assumedNow >= known.storedAt.addingTimeInterval(-Self.tolerance) else { return }
        let assumed = Reading(lead: assumedNow.timeIntervalSince(clock.steadyNow), uncertainty: 0, isOwn: false)
        reading.withLock { if $0 == nil { $0 = assumed } }
    }
}
