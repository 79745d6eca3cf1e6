// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import WalletCore

/// UC9.4: a wallet that has everything is erased, and its account is ended at the provider. Cut anywhere it is whole or gone, never half, and the
/// account goes, too.
struct WipeFlow: Flow {
    let name = "wipe"

    func prepare(_ user: User) async throws { try await user.makeRich() }

    func run(_ user: User) async throws { try await user.core(isImpatient: true).wipe() }

    func finish(_ user: User) async throws { try await user.finishWipe() }

    func isElsewhere(_ point: String) -> Bool { User.isOfDocuments(point) }
}

/// UC9.4, cut off when nothing but the mark was there: the start finishes it, and the new store takes in what is to outlive it.
struct ErasingFlow: Flow {
    let name = "interrupted wipe"

    func prepare(_ user: User) async throws {
        try await user.makeRich()
        user.trap.arm(.run)
        try await user.core(isImpatient: true).wipe()
    }

    func run(_ user: User) async throws { try await user.launch(isImpatient: true) }

    func finish(_ user: User) async throws { try await user.finishWipe() }

    func isElsewhere(_ point: String) -> Bool { User.isOfDocuments(point) }
}

/// UC9.4 without a network: the account of the erased wallet is ended in the background, at the second try.
struct DeregistrationFlow: Flow {
    let name = "farewell"

    func prepare(_ user: User) async throws {
        _ = try await user.core(isImpatient: true)
        try await user.registered().wipe()
    }

    func run(_ user: User) async throws {
        user.reception.lose(1, .asks(.deregister))
        try await user.letWork { [trap = user.trap] in trap.areDeregistrationsSent }
    }

    func finish(_ user: User) async throws { try await user.finishWipe() }

    func isElsewhere(_ point: String) -> Bool { User.isOfDocuments(point) }
}

/// UC9.4 twice: the second wallet is erased while the provider is being told of the first one, with the message that waits in the network then.
struct SecondWipeFlow: Flow {
    let name: String
    let waiting: Reception.Message

    func prepare(_ user: User) async throws {
        _ = try await user.core(isImpatient: true)
        try await user.registered().wipe()
        _ = try await user.registered()
        // The status is asked for once after a start, with the messages that wait below, and what outlives the wipe is always the same.
        user.reception.lose(.max, .asks(.deregister))
        try await user.letWork { [trap = user.trap] in
            trap.hasReached("after write received.wallet_status") && trap.hasDocuments
        }
        user.reception.restore()
    }

    func run(_ user: User) async throws {
        let core = try await user.core()
        user.reception.hold(waiting)
        defer { user.reception.release() }
        try await withThrowingTaskGroup { group in
            group.addTask { try await core.run() }
            group.addTask {
                await user.reception.isMet()
                try await core.wipe()
                user.reception.release()
                await user.trap.changes.wait { user.trap.areDeregistrationsSent }
            }
            try await group.next()
            group.cancelAll()
        }
    }

    func finish(_ user: User) async throws { try await user.finishWipe() }

    /// How far the clock has come is written beside the status when a minute is over since it was looked at: not each time.
    func isElsewhere(_ point: String) -> Bool { User.isOfDocuments(point) || point.hasSuffix(" write received.wallet_status") }
}

extension User {
    /// What was begun is finished by the start. A wallet that is whole is erased as its user asks once more. Then the core has the account ended.
    func finishWipe() async throws {
        let core = try await core(isImpatient: true)
        if try await core.hasRemotePIN() { try await core.wipe() }
        guard try await !core.hasRemotePIN() else { throw Stuck("a wallet that was erased has a PIN") }
        try await letWork { [trap] in trap.areDeregistrationsSent }
    }
}
