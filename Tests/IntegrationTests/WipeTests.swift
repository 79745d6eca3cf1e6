// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PhoneSimulator
import ProviderProtocol
import Testing
import WalletCore
import WalletInterface

/// UC9.4 with the real provider: the account is deregistered, however late, and nothing stays on the phone.
@Suite(.timeLimit(.minutes(20)))
struct WipeTests {
    @Test(arguments: PhoneKind.allCases)
    func `a wipe ends the account and deletes the keys, and a new wallet can be created`(kind: PhoneKind) async throws {
        try await Fixture.with(kind) { fixture in
            let core = try await fixture.registeredCore()
            try await core.wipe()
            #expect(try await !core.hasRemotePIN())
            try await fixture.whileRunning(core) { try await eventually { fixture.deviceKeyCount == 0 } }
            #expect(try await fixture.accountCount("active") == 0)
            #expect(try await fixture.accountCount("deregistered") == 1)
            try await core.register(pin: pin(Fixture.right))
            #expect(try await fixture.accountCount("active") == 1)
        }
    }

    @Test(arguments: PhoneKind.allCases)
    func `an offline wipe succeeds, and its account ends once online, even beside a new wallet`(kind: PhoneKind) async throws {
        try await Fixture.with(kind) { fixture in
            let core = try await fixture.registeredCore()
            fixture.network.isOffline = true
            try await core.wipe()
            #expect(try await !core.hasRemotePIN())
            let next = try await fixture.launchCore()
            fixture.network.isOffline = false
            try await next.register(pin: pin(Fixture.right))
            #expect(try await fixture.accountCount("active") == 2)
            try await fixture.whileRunning(next) { try await eventually { fixture.deviceKeyCount == 1 } }
            #expect(try await fixture.accountCount("active") == 1)
            await next.lock()
            #expect(try await next.unlock(pin: pin(Fixture.right)) == .valid)
        }
    }

    @Test(arguments: PhoneKind.allCases)
    func `a deregistration whose answer was lost completes at the next launch`(kind: PhoneKind) async throws {
        try await Fixture.with(kind) { fixture in
            let core = try await fixture.registeredCore()
            try await core.wipe()
            fixture.network.stage(.loseReply, at: .instruction(.deregister))
            try await fixture.whileRunning(core) {
                try await eventually { try await fixture.accountCount("deregistered") == 1 }
            }
            #expect(fixture.deviceKeyCount == 1)
            let next = try await fixture.launchCore()
            try await fixture.whileRunning(next) { try await eventually { fixture.deviceKeyCount == 0 } }
        }
    }

    @Test func `after a wipe the app's directory contains nothing of the wallet`() async throws {
        try await Fixture.with { fixture in
            let core = try await fixture.launchCore()
            try await core.register(pin: pin(Fixture.right))
            let code = try await core.revocationCode().text
            let before = try fixture.files()
            try await core.wipe()
            let after = try fixture.files()
            #expect(!before.isEmpty && Set(after.keys).allSatisfy { $0.hasPrefix("wallet.db") })
            for content in after.values {
                #expect(content.range(of: Data(code.utf8)) == nil)
                for old in before.values where old.count > 64 { #expect(content != old) }
            }
        }
    }
}
