// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ProviderProtocol
import RevocationPortal
import Synchronization

/// Wallets by their deletion codes, in memory: the provider behind the portal in these tests.
final class WalletTable: Sendable {
    private struct State {
        var revokedAt: [RevocationCode: Date?] = [:]
        var asked: [RevocationCode] = []
        var isDown = false
    }

    struct Down: Error, CustomStringConvertible {
        let description = "canary-error"
    }

    private let state = Mutex(State())

    /// Adds a wallet.
    func add(_ seed: UInt8) -> RevocationCode {
        let code = RevocationCode(derivedFrom: [UInt8](repeating: seed, count: 32))
        state.withLock { _ = $0.revokedAt.updateValue(nil, forKey: code) }
        return code
    }

    /// Returns a code with a valid check character that no wallet has.
    static func unknown(_ seed: UInt8) -> RevocationCode { RevocationCode(derivedFrom: [UInt8](repeating: seed, count: 16) + [7]) }

    func revoke(_ code: RevocationCode, at now: Date) throws -> PortalOutcome {
        try state.withLock { state in
            state.asked.append(code)
            if state.isDown { throw Down() }
            guard let wallet = state.revokedAt[code] else { return .unknown }
            let instant = wallet ?? now
            state.revokedAt[code] = instant
            return .revoked(at: instant)
        }
    }

    func isRevoked(_ code: RevocationCode) -> Bool { state.withLock { $0.revokedAt[code].flatMap(\.self) != nil } }

    /// The codes that the portal has passed on.
    var asked: [RevocationCode] { state.withLock { $0.asked } }

    func setDown(_ isDown: Bool) { state.withLock { $0.isDown = isDown } }
}
