// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator
import Testing
import WalletCore
import WalletInterface

/// The issuer's faults during a PIN recovery.
extension PINRecoveryTests {
    @Test(
        arguments: ["/nonce", "/credential"],
        [IssuerFaultTableTests.Fault.down, .lostReply, .slow, .unavailable, .garbage, .redirect, .empty])
    func `an issuer fault during a PIN recovery is reported and changes no PIN, and the next attempt sets the new PIN`(
        path: String, fault: IssuerFaultTableTests.Fault
    ) async throws {
        try await Fixture.with { fixture in
            let core = try await recovering(fixture)
            let (old, new) = (try pin(Fixture.right), try pin(Self.new))
            fixture.network.stage(fault.staged, atPath: path)
            await expect(fault.isPassing ? .serverUnreachable : .issuance(.unfitIssuer)) { try await core.completePINRecovery(new: new) }
            #expect(!fixture.network.isStaged, "no request came there")
            // The state as the next process finds it.
            let next = try await fixture.launchCore()
            #expect(try await next.pinChangeState() == .none)
            if fault.isPassing {
                #expect(try await next.pinRecoveryState() == .awaitingNewPIN)
            } else {
                #expect(try await next.pinRecoveryState() == .none)
                try await fixture.identify(next)
            }
            #expect(try await next.completePINRecovery(new: new) == .recovered)
            let last = try await fixture.launchCore()
            #expect(try await last.unlock(pin: old) == .invalid(attemptsLeftInRound: 3, isFinalRound: false))
            #expect(try await last.unlock(pin: new) == .valid)
            #expect(try await last.events().map(\.kind) == [.newPIN, .issued])
        }
    }
}
