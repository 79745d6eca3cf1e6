// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import ProviderProtocol
import Testing
import WalletInterface

@testable import WalletCore

/// One round trip: the challenge for the next PIN is ready when the pad appears, and is fetched again when it expires.
struct PreparedChallengeTests {
    private let phone: Phone
    private let core: WalletCore

    init() async throws {
        phone = try Phone()
        core = try await phone.registered()
        await core.prepareUnlock()
        phone.provider.forgetRequests()
    }

    @Test(arguments: [(44.0, 0), (45, 1), (3600, 1)])
    func `an expired challenge is fetched again, and the PIN then costs one request`(
        seconds: Double, fetched: Int
    ) async throws {
        phone.clock.advance(by: seconds)
        await core.prepareUnlock()
        #expect(phone.provider.bodies(to: .challenge).count == fetched)
        phone.provider.forgetRequests()
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(phone.provider.requestCount == 1)
    }

    @Test func `its time is not what the phone's clock shows`() async throws {
        phone.clock.advance(by: 44)
        phone.clock.turn(by: -30)
        await core.prepareUnlock()
        #expect(phone.provider.requestCount == 0)
        phone.clock.advance(by: 1)
        await core.prepareUnlock()
        #expect(phone.provider.bodies(to: .challenge).count == 1)
    }

    @Test func `both challenges of a PIN change are fetched again`() async throws {
        await core.preparePINChange()
        #expect(phone.provider.bodies(to: .challenge).count == 2)
        phone.clock.advance(by: 45)
        await core.preparePINChange()
        #expect(phone.provider.bodies(to: .challenge).count == 4)
        phone.provider.forgetRequests()
        #expect(try await core.changePIN(from: Phone.pin(), to: Phone.otherPIN()) == .changed)
        #expect(phone.provider.requestCount == 2)
    }

    @Test func `in the background nothing is fetched`() async throws {
        phone.clock.advance(by: 45)
        await core.handle(.didEnterBackground)
        await core.prepareUnlock()
        await core.preparePINChange()
        #expect(phone.provider.requestCount == 0)
        await core.handle(.willEnterForeground)
        await core.prepareUnlock()
        #expect(phone.provider.bodies(to: .challenge).count == 1)
    }
}
