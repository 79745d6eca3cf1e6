// SPDX-License-Identifier: EUPL-1.2

import PhoneWeb
import Synchronization

/// A world that records actions and performs them unless told to fail.
final class FakeWorld: World {
    private let values = Mutex(
        (state: WorldState(appVersion: "1.2.3", policy: .ok, verdict: "OK", hasVerifiers: true), done: [String](), fault: WorldError?.none))

    var state: WorldState { values.withLock { $0.state } }
    /// The actions performed, oldest first.
    var done: [String] { values.withLock { $0.done } }

    /// Makes all actions fail with an error; nil makes them succeed.
    func fail(with fault: WorldError?) { values.withLock { $0.fault = fault } }

    /// Sets the address of the portal.
    func open(_ portal: String?) { values.withLock { $0.state.portal = portal } }

    func link(_ link: SampleLink) -> String? { values.withLock { $0.fault == nil ? "https://wallet.example/\(link.rawValue)" : nil } }

    func publish(_ policy: SamplePolicy) async throws(WorldError) {
        try note("policy \(policy.rawValue)") { $0.policy = policy }
    }

    func revokeWallet() async throws(WorldError) { try note("wallet") { _ in } }

    func revokeHolder() async throws(WorldError) { try note("holder") { _ in } }
    func revokePID() async throws(WorldError) { try note("PID") { _ in } }

    func revokeSolution() async throws(WorldError) { try note("solution") { $0.isSolutionRevoked = true } }

    func play(_ trick: VerifierTrick) async throws(WorldError) {
        try note("trick \(trick.rawValue)") { $0.verifierTrick = trick }
    }

    private func note(_ what: String, _ change: (inout WorldState) -> Void) throws(WorldError) {
        let fault = values.withLock { values in
            guard values.fault == nil else { return values.fault }
            values.done.append(what)
            change(&values.state)
            return nil
        }
        if let fault { throw fault }
    }
}
