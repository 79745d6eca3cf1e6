// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator

/// An action of the device column on the phone's surroundings.
enum WorldAction: Sendable, Hashable {
    case policy(SamplePolicy)
    case link(SampleLink)
    case verifier(VerifierTrick)
    case revokeWallet, revokeHolder, revokePID, revokeSolution

    static let all: [WorldAction] =
        SamplePolicy.allCases.map { .policy($0) } + SampleLink.allCases.map { .link($0) }
        + VerifierTrick.allCases.map { .verifier($0) } + [
            .revokeWallet, .revokeHolder, .revokePID, .revokeSolution,
        ]

    /// The name that the page sends.
    var name: String {
        switch self {
        case .policy(let policy): "policy-\(policy.rawValue)"
        case .link(let link): "link-\(link.rawValue)"
        case .verifier(let trick): "verifier-\(trick.rawValue)"
        case .revokeWallet: "revoke-wallet"
        case .revokeHolder: "revoke-holder"
        case .revokePID: "revoke-pid"
        case .revokeSolution: "revoke-solution"
        }
    }

    /// Performs the action.
    ///
    /// - Throws: `WorldError`; then nothing changes.
    func perform(in world: any World, with phone: SimulatedPhone) async throws(WorldError) {
        switch self {
        case .policy(let policy): try await world.publish(policy)
        case .link(let link):
            guard let text = world.link(link) else { throw .notDone }
            phone.openLink(text)
        case .verifier(let trick): try await world.play(trick)
        case .revokeWallet: try await world.revokeWallet()
        case .revokeHolder: try await world.revokeHolder()
        case .revokePID: try await world.revokePID()
        case .revokeSolution: try await world.revokeSolution()
        }
    }
}
