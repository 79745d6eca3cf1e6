// SPDX-License-Identifier: EUPL-1.2

import Testing
import WalletInterface

@testable import WalletApp

extension Stage {
    /// The address to which the organization sends the person; it grants access, and no screen or trace may have it.
    static let page = "https://shop.example/done?code=secret"

    /// Plays UC5.1 with a request that is being fetched; the script begins when it is there.
    func share(
        _ request: SharingState, arrivedBy arrival: SharingArrival = .sameDevice, location: SourceLocation = #_sourceLocation,
        script: @escaping @Sendable (ScriptedGlass) async throws -> Void
    ) async throws -> UseCase {
        wallet.script { $0.request = request }
        let gate = wallet.holds(.startSharing)
        return try await fetching(arrivedBy: arrival, location: location) { glass in
            try await glass.sees(FetchingRequest())
            gate.open()
            try await script(glass)
        }
    }

    /// Plays UC5.1 with the fetch that the script expects.
    func fetching(
        arrivedBy arrival: SharingArrival = .sameDevice, location: SourceLocation = #_sourceLocation,
        script: @escaping @Sendable (ScriptedGlass) async throws -> Void
    ) async throws -> UseCase {
        let (requests, link, wallet) = (context.supervision.sharing, try UniversalLink.sample(.disclosure), self.wallet)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask { await requests.serve(wallet) }
            requests.start(link, arrivedBy: arrival)
            return try await play(
                { try await ShareData($0).run(from: .link(link, arrivedBy: arrival)) }, location: location, script: script)
        }
    }

    /// Plays UC5.2 with a request that is there.
    func logIn(
        _ state: SharingState, location: SourceLocation = #_sourceLocation,
        script: @escaping @Sendable (ScriptedGlass) async throws -> Void
    ) async throws -> UseCase {
        wallet.script { $0.sharing = state }
        return try await play({ try await LogIn($0).run() }, location: location, script: script)
    }

    /// The newest event of the scripted history.
    func newestEvent() throws -> WalletEvent { try #require(wallet.present.events.first) }

    /// The number of calls of a kind.
    func count(_ call: FakeWallet.Call) -> Int { wallet.calls.count { $0 == call } }

    /// The approvals that reached the core.
    var approvals: [SharingApproval] {
        wallet.calls.compactMap { if case .approveSharing(let approval, _) = $0 { approval } else { nil } }
    }
}
