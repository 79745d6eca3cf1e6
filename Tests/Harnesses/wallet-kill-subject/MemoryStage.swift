// SPDX-License-Identifier: EUPL-1.2

import KillLink
import Synchronization
import WalletCore
import WalletInterface

/// A wallet that is set up or unlocked with a PIN from the harness, locked, and then searched. The PIN is not in this file, in the arguments or in
/// any frame, so a match in memory comes from the wallet.
struct MemoryStage {
    let user: User
    let link: FrameChannel

    func perform() async throws -> Report {
        let core = try await user.launch()
        guard case .digits(let masked, let masks) = try link.exchange(Said.waiting("a PIN"), for: Answer.self) else {
            throw Stuck("the harness gives no PIN")
        }
        try await use(pin(masked, masks), core)
        await core.lock()
        _ = try link.exchange(Said.waiting("a search at once"), for: Answer.self)
        // And again after other work, which may have copied a kept value.
        for _ in 1...3 {
            _ = try await core.hasRemotePIN()
            await core.prepareUnlock()
        }
        _ = try link.exchange(Said.waiting("a search"), for: Answer.self)
        withExtendedLifetime(core) {}
        return Report()
    }

    private func use(_ pin: PIN, _ core: Core) async throws {
        guard try await core.hasRemotePIN() else { return try await core.register(pin: pin) }
        guard try await core.unlock(pin: pin) == .valid else { throw Stuck("the PIN does not open") }
    }

    @inline(never)
    private func pin(_ masked: [Int], _ masks: [Int]) throws -> PIN {
        var text = ""
        for (digit, mask) in zip(masked, masks) { text += String((digit - mask + 10) % 10) }
        if user.assignment.isPlanted { planted.withLock { $0 = Array(text.utf8) } }
        return try user.newPIN(text)
    }
}

/// The planted copy that the search must find.
private let planted = Mutex<[UInt8]>([])
