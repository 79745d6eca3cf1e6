// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import ProviderProtocol
import Synchronization
import Testing
import WalletInterface

@testable import WalletCore

/// A registered phone and its two PINs.
struct PINChangeStage {
    let phone: Phone
    let core: Core
    let old: PIN
    let new: PIN
    let neither: PIN

    static let start = Endpoint.instruction(.startPINChange)
    static let settle = Endpoint.instruction(.settlePINChange)
    static let checkPIN = Endpoint.instruction(.checkPIN)

    init() async throws {
        phone = try Phone()
        core = try await phone.registered()
        old = try Phone.pin()
        new = try Phone.otherPIN()
        neither = try Phone.pin("620943")
        phone.provider.forgetRequests()
    }

    var provider: FakeProvider { phone.provider }

    var wrongPINs: Int { provider.state.withLock { $0.wrongPINs } }

    func pin(_ pin: PINOfChange) -> PIN { pin == .old ? old : new }

    func change() async throws -> PINChangeOutcome { try await core.changePIN(from: old, to: new) }

    /// Expects that exactly this PIN works in a new process.
    func expectInForce(_ pin: PINOfChange, at location: SourceLocation = #_sourceLocation) async throws {
        let core = try await phone.launch()
        #expect(try await core.pinChangeState() == .none, sourceLocation: location)
        let other = self.pin(pin == .old ? .new : .old)
        #expect(try await core.unlock(pin: other) == .invalid(attemptsLeftInRound: 3, isFinalRound: false), sourceLocation: location)
        #expect(try await core.unlock(pin: self.pin(pin)) == .valid, sourceLocation: location)
    }
}
