// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import WalletCore
import WalletInterface

/// UC9.4: a wallet with all kinds of data is erased and its account deregistered. After a kill it is complete or gone, never partial, and the
/// account is deregistered too.
struct WipeFlow: Flow {
    let name = "wipe"

    func prepare(_ user: User) async throws { try await user.makeRich() }

    func run(_ user: User) async throws { try await user.core(isImpatient: true).wipe() }

    func finish(_ user: User) async throws { try await user.finishWipe() }

    func isElsewhere(_ point: String) -> Bool { User.isOfDocuments(point) }
}

/// UC9.4, killed after only the mark was written: the start finishes the wipe, and the new store takes over the surviving records.
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

/// UC9.4 without a network: the account of the erased wallet is deregistered in the background, at the second attempt.
struct DeregistrationFlow: Flow {
    let name = "deregistration"

    func prepare(_ user: User) async throws {
        _ = try await user.core(isImpatient: true)
        try await user.registered().wipe()
    }

    func run(_ user: User) async throws {
        user.reception.lose(1, .sends(.deregister))
        try await user.letWork { [trap = user.trap] in trap.areDeregistrationsSent }
    }

    func finish(_ user: User) async throws { try await user.finishWipe() }

    func isElsewhere(_ point: String) -> Bool { User.isOfDocuments(point) }
}

/// UC9.4 twice: the second wallet is erased during the deregistration of the first, whose request for a beacon or message is waiting in the network.
struct SecondWipeFlow: Flow {
    let name: String
    let waiting: Reception.Message

    func prepare(_ user: User) async throws {
        _ = try await user.core(isImpatient: true)
        try await user.registered().wipe()
        _ = try await user.registered()
        // The status is requested once after a start, among the waiting messages, and the surviving record is always the same.
        user.reception.lose(.max, .sends(.deregister))
        let isStored = "after write received.wallet_status"
        let known = user.trap.timesReached(isStored)
        try await user.letWork { [trap = user.trap] in trap.timesReached(isStored) > known && trap.hasDocuments }
        user.reception.restore()
        // The beacons of the messages above are too old.
        user.trap.letTimePass(BeaconLifetime.seconds)
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

    /// The clock's progress is written with the status only when a minute has passed, so not in every run.
    func isElsewhere(_ point: String) -> Bool { User.isOfDocuments(point) || point.hasSuffix(" write received.wallet_status") }
}

extension User {
    /// Finishes a wipe that was begun, by starting; a complete wallet is erased at the user's second request. Then the core deregisters the account.
    func finishWipe() async throws {
        let core = try await core(isImpatient: true)
        if try await core.hasRemotePIN() { try await core.wipe() }
        guard try await !core.hasRemotePIN() else { throw Stuck("a wallet that was erased has a PIN") }
        try await letWork { [trap] in trap.areDeregistrationsSent }
    }
}
