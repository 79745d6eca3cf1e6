// SPDX-License-Identifier: EUPL-1.2

import Foundation
import KillLink
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A provider process that can be killed at a point of its work.
final class ProviderSubjectProcess {
    /// The process ended before it answered.
    struct Killed: Error {}

    /// The process did not start serving.
    struct NotServing: Error {
        let reason: String
    }

    private let subject: SpawnedSubject
    private var hasEnded = false
    /// The number of PINs that this process has verified since it was armed.
    private(set) var verified = 0
    /// The point at which it was killed.
    private(set) var sprung: String?

    /// Starts a process and waits until it serves.
    init(_ assignment: ProviderAssignment) async throws {
        subject = try SpawnedSubject("provider-kill-subject")
        try subject.link.send(assignment)
        guard case .ready(let reason) = try await receive() else { throw Killed() }
        if let reason {
            await end()
            throw NotServing(reason: reason)
        }
    }

    /// Sends a request and waits for the answer.
    ///
    /// - Throws: `Killed` if the process is killed by it.
    func ask(_ asked: ProviderAsked) async throws -> ProviderSaid {
        do {
            try subject.link.send(asked)
            while true {
                switch try await receive() {
                case .verified: verified += 1
                case .sprung(let point): sprung = point
                case let said: return said
                }
            }
        } catch is FrameChannel.Ended {
            await end()
            throw Killed()
        }
    }

    func arm(_ place: Fault.Place?) async throws {
        verified = 0
        _ = try await ask(.arm(place))
    }

    /// Kills the process.
    func end() async {
        guard !hasEnded else { return }
        hasEnded = true
        _ = kill(subject.process, SIGKILL)
        _ = try? await subject.end()
    }

    private func receive() async throws -> ProviderSaid { try await subject.receive(ProviderSaid.self) }
}
