// SPDX-License-Identifier: EUPL-1.2

import Foundation
import KillLink
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A process of the provider that can be killed at a point of its work.
final class ProviderSubjectProcess {
    /// It is gone before it answered.
    struct Killed: Error {}

    /// It does not serve.
    struct NotServing: Error {
        let reason: String
    }

    private let subject: SpawnedSubject
    private var hasEnded = false
    /// How many PINs this process has verified since it was armed.
    private(set) var verified = 0
    /// Where it was killed.
    private(set) var sprung: String?

    /// Starts one and waits until it serves.
    init(_ assignment: ProviderAssignment) async throws {
        subject = try SpawnedSubject("provider-kill-subject")
        try subject.link.send(assignment)
        guard case .ready(let reason) = try await receive() else { throw Killed() }
        if let reason {
            await end()
            throw NotServing(reason: reason)
        }
    }

    /// Sends something and waits for what is said to it.
    ///
    /// - Throws: `Killed` when the process dies of it.
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

    /// Kills it, whatever it does.
    func end() async {
        guard !hasEnded else { return }
        hasEnded = true
        _ = kill(subject.process, SIGKILL)
        _ = try? await subject.end()
    }

    private func receive() async throws -> ProviderSaid { try await subject.receive(ProviderSaid.self) }
}
