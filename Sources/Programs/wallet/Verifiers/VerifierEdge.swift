// SPDX-License-Identifier: EUPL-1.2

import Foundation
import HTTPTypes
import Hummingbird
import ObservedValues
import PhoneSimulator
import PhoneWeb
import Synchronization
import WalletVerifier
import WalletVerifierHTTP

/// The edge of the demo's verifier: passes each request to the desk that plays the chosen trick. The verifier itself knows no tricks.
final class VerifierEdge: Sendable {
    private let present: Mutex<VerifierGeneration>
    private let chosen = ObservedValue(VerifierTrick.none)
    private let clock: VirtualClock
    private let make: @Sendable (Date) throws -> VerifierGeneration

    /// The longest delay of an answer, in seconds of the servers' clock. Another trick ends it earlier.
    static let delay: TimeInterval = 10
    /// The maximum number of sessions that end at once.
    private static let sweepLimit = 500

    /// - Parameters:
    ///   - clock: the servers' clock.
    ///   - make: makes the verifier with certificates that are good at a time.
    /// - Throws: the errors of `make`.
    init(clock: VirtualClock, make: @escaping @Sendable (Date) throws -> VerifierGeneration) throws {
        self.clock = clock
        self.make = make
        present = Mutex(try make(clock.now))
    }

    /// The trick that the requests that follow meet.
    var trick: VerifierTrick { chosen.value }

    func play(_ trick: VerifierTrick) { chosen.set(trick) }

    /// The router with everything behind the edge.
    func router() -> Router<VerifierContext> {
        let router = Router(context: VerifierContext.self)
        router.add(middleware: EdgeMiddleware(edge: self))
        return router
    }

    /// Lets sessions expire, and removes ended ones. A failure is met again at the next call.
    func sweep() async { _ = try? await generation().desk.sweep(limit: Self.sweepLimit) }

    /// Answers a request.
    ///
    /// - Throws: errors of the framework.
    func respond(to request: Request, _ context: VerifierContext) async throws -> Response {
        let (trick, generation) = (trick, generation())
        let path = request.uri.path
        if path.hasPrefix("/sessions") {
            // Parties ask here, and the raffle for more than it has registered.
            let asked = trick == .askTooMuch && path == "/sessions" ? try await Self.widened(request) : request
            return try await generation.unregistered.respond(to: asked, context: context)
        }
        guard path.hasPrefix("/w/") else { return try await generation.registered.respond(to: request, context: context) }
        if trick == .expire { _ = try? await generation.late.sweep(limit: Self.sweepLimit) }
        guard path.hasSuffix("/response") else {
            let responder =
                switch trick {
                case .unregistered: generation.unregistered
                case .changeCertificate: generation.uncertified
                case .none, .askTooMuch, .expire, .vanish, .answerLate, .loseAnswer: generation.registered
                }
            return try await responder.respond(to: request, context: context)
        }
        let response = try await generation.registered.respond(to: request, context: context)
        switch trick {
        case .loseAnswer: return Self.lost
        case .answerLate:
            await wait()
            return response
        case .none, .askTooMuch, .expire, .vanish, .changeCertificate, .unregistered: return response
        }
    }

    /// The verifier with good certificates. If none can be made, the former stay, and wallets refuse them.
    private func generation() -> VerifierGeneration {
        let now = clock.now
        return present.withLock { present in
            if !present.isCurrent(at: now), let next = try? make(now) { present = next }
            return present
        }
    }

    /// Waits until the delay is over, another trick is chosen, or the request is cancelled.
    private func wait() async {
        let end = clock.now + Self.delay
        await withTaskGroup { group in
            group.addTask { [clock] in _ = try? await clock.sleep(until: end) }
            group.addTask { [chosen] in _ = try? await chosen.next(otherThan: .answerLate) }
            await group.next()
            group.cancelAll()
        }
    }

    /// An answer that breaks off: the connection closes before its body.
    private static var lost: Response {
        Response(status: .ok, headers: [.contentType: "application/json"], body: ResponseBody { _ in throw LostAnswer() })
    }
}

/// The reply to a wallet's answer is lost on purpose.
struct LostAnswer: Error {}

/// Leads every request to the edge.
struct EdgeMiddleware: RouterMiddleware {
    let edge: VerifierEdge

    @concurrent
    func handle(
        _ request: Request, context: VerifierContext, next: @concurrent (Request, VerifierContext) async throws -> Response
    ) async throws -> Response {
        try await edge.respond(to: request, context)
    }
}
