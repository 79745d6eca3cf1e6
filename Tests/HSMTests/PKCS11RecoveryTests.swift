// SPDX-License-Identifier: EUPL-1.2

import HSM
import PKCS11HSM
import Testing

/// A module that keeps failing after its HSM is back: a new login after the third failure in a row, then a new initialisation, with pauses
/// that grow.
@Suite(.timeLimit(.minutes(20)))
struct PKCS11RecoveryTests {
    /// Device error, general error, function failed, device memory, session count, a code of a vendor.
    static let failures: [UInt] = [0x30, 0x5, 0x6, 0x31, 0xB1, 0x8000_0001]
    /// Session handle invalid, session closed, user not logged in, token not recognised, not initialised.
    static let losses: [UInt] = [0xB3, 0xB0, 0x101, 0xE1, 0x190]
    /// The functions before a login.
    static let search: Set<String> = ["C_GetSlotList", "C_GetTokenInfo", "C_OpenSession", "C_CloseSession"]
    /// The functions with which a module seems to work.
    static let appearance = search.union(["C_Login", "C_FindObjects", "C_GetAttributeValue"])

    static let unavailable = HSMError(.unavailable, "")

    let token: SoftHSMToken
    let module: FaultyModule
    let log = RecoveryLog()

    init() throws {
        token = try SoftHSMToken()
        module = FaultyModule(try PKCS11Module(path: token.modulePath))
    }

    func serve(
        _ change: (inout PKCS11Configuration) -> Void = { _ in }, _ body: (ServedToken) async throws -> Void
    ) async throws {
        let log = log
        try await ServedToken.serve(token, module, change, pauseClock: { log.now }, report: { log.note($0) }, body)
    }

    /// Checks that this number of calls, like those of a PIN check, are unavailable.
    func expectFailures(_ count: Int, of service: ServedToken) async {
        for _ in 0..<count {
            await #expect(throws: Self.unavailable) { try await service.perform(.openAndAuthenticate) }
        }
    }

    // MARK: - Steps

    @Test(arguments: failures)
    func `after the third failure in a row a login is tried, then the module is initialised, and PINs are checked again`(
        _ code: UInt
    ) async throws {
        try await serve { (service) async throws in
            let (logins, ends) = (module.calls("C_Login"), module.calls("C_Finalize"))
            module.failUntilInitialised(code, sparing: Self.search)
            await expectFailures(2, of: service)
            #expect(module.calls("C_Login") == logins)
            await expectFailures(1, of: service)
            #expect(module.calls("C_Login") == logins + 1)
            #expect(module.calls("C_Finalize") == ends + 1)
            #expect(try await service.perform(.openAndAuthenticate))
            #expect(module.calls("C_Login") == logins + 2)
            #expect(module.calls("C_Finalize") == ends + 1)
            #expect(log.events == [.failed(.login, Self.unavailable), .connected(.initialisation), .recovered])
        }
    }

    @Test(arguments: failures)
    func `a login that succeeds but does not help is followed by an initialisation`(_ code: UInt) async throws {
        try await serve { (service) async throws in
            let (logins, ends) = (module.calls("C_Login"), module.calls("C_Finalize"))
            module.failUntilInitialised(code, sparing: Self.appearance)
            await expectFailures(3, of: service)
            #expect(log.events == [.connected(.login)])
            #expect(module.calls("C_Finalize") == ends)
            // The third call was repeated after the login, which counts as the first failure of the new connection.
            await expectFailures(1, of: service)
            #expect(try await service.perform(.openAndAuthenticate))
            #expect(module.calls("C_Login") == logins + 2)
            #expect(module.calls("C_Finalize") == ends + 1)
            #expect(log.events == [.connected(.login), .connected(.initialisation), .recovered])
        }
    }

    @Test(arguments: losses)
    func `a loss that a login does not end is followed by an initialisation`(_ code: UInt) async throws {
        try await serve { (service) async throws in
            let ends = module.calls("C_Finalize")
            module.failUntilInitialised(code, sparing: Self.appearance)
            await expectFailures(1, of: service)
            #expect(module.calls("C_Finalize") == ends)
            #expect(try await service.perform(.openAndAuthenticate))
            #expect(module.calls("C_Finalize") == ends + 1)
            #expect(log.events == [.connected(.login), .connected(.initialisation), .recovered])
        }
    }

    @Test(arguments: ServedToken.Operation.allCases)
    func `every operation works again without a restart of the program`(_ operation: ServedToken.Operation) async throws {
        try await serve { (service) async throws in
            module.failUntilInitialised(0x30)
            for _ in 0..<3 { await #expect(throws: Self.unavailable) { try await service.perform(operation) } }
            for _ in 0..<10 { #expect(try await service.perform(operation)) }
        }
    }

    @Test func `calls on all sessions at once recover, with no wrong result`() async throws {
        try await serve { (service) async throws in
            let outcome = try await MixedOperations(service.hsm).run(4000) { number in
                if number % 400 == 199 { module.failUntilInitialised(0x30) }
            }
            #expect(outcome.wrong == 0)
            #expect(outcome.right + outcome.unavailable == 4000)
            #expect(module.calls("C_Finalize") >= 9)
            #expect(module.callsDuringFinalize == 0)
            #expect(try await service.perform(.openAndAuthenticate))
        }
    }

    @Test func `a module that cannot be finalised is tried again until it can`() async throws {
        try await serve { (service) async throws in
            let ends = module.calls("C_Finalize")
            module.failUntilInitialised(0x30, sparing: Self.search)
            module.fail("C_Finalize", 0x30, times: 3)
            await expectFailures(3, of: service)
            await expectFailures(1, of: service)
            #expect(try await service.perform(.openAndAuthenticate))
            #expect(module.calls("C_Finalize") == ends + 4)
        }
    }

    // MARK: - No step

    @Test func `fewer than three failures in a row change nothing`() async throws {
        try await serve { (service) async throws in
            let (logins, ends) = (module.calls("C_Login"), module.calls("C_Finalize"))
            for code in Self.failures {
                module.fail("C_Encrypt", code, times: 2)
                for _ in 0..<2 { await #expect(throws: Self.unavailable) { try await service.perform(.seal) } }
                #expect(try await service.perform(.seal))
            }
            #expect(module.calls("C_Login") == logins)
            #expect(module.calls("C_Finalize") == ends)
            #expect(log.events == [])
        }
    }

    @Test(arguments: [0xA0, 0xA4] as [UInt])
    func `a PIN that the token rejects in a new login or after a new initialisation is not tried again`(_ code: UInt) async throws {
        for isAfterInitialisation in [false, true] {
            try await serve { (service) async throws in
                let before = module.calls("C_Login")
                module.failUntilInitialised(0x30, sparing: isAfterInitialisation ? Self.search : Self.appearance)
                await expectFailures(isAfterInitialisation ? 3 : 2, of: service)
                module.fail("C_Login", code, times: nil)
                for _ in 0..<20 {
                    await #expect(throws: HSMError(.accessDenied, "")) { try await service.perform(.openAndAuthenticate) }
                    log.advance(by: .seconds(3600))
                }
                #expect(module.calls("C_Login") == before + (isAfterInitialisation ? 2 : 1))
                module.failEverything(nil)
            }
        }
    }

    @Test func `the module is not finalised under a hanging call, and recovers after the call has returned`() async throws {
        try await serve({ ($0.sessions, $0.callTimeLimit) = (2, .seconds(2)) }) { (service) async throws in
            let (logins, ends) = (module.calls("C_Login"), module.calls("C_Finalize"))
            module.hold("C_Sign")
            async let hanging = module.hanging { await service.ending(.sign) }
            try await module.hasHeld()
            module.fail("C_Decrypt", 0x30, times: nil)
            for _ in 0..<4 { await #expect(throws: Self.unavailable) { try await service.perform(.open) } }
            #expect(await hanging == PKCS11OutageTests.unavailable)
            #expect(module.calls("C_Login") == logins)
            #expect(module.calls("C_Finalize") == ends)
            #expect(log.events == [.blocked])
            module.failEverything(nil)
            module.release()
            #expect(try await service.perform(.open))
            #expect(log.events.prefix(2) == [.blocked, .connected(.login)])
            #expect(module.calls("C_Finalize") == ends)
        }
    }

    @Test func `a module that other code of the process has initialised is refused and not finalised`() async throws {
        try await serve { (service) async throws in
            let ends = module.calls("C_Finalize")
            let error = await #expect(throws: HSMError.self) {
                try await PKCS11HSM(token.configuration, module: module, requiresAllKeys: false)
            }
            #expect(error?.code == .unavailable)
            #expect(error?.reason.contains(token.modulePath) == true)
            #expect(module.calls("C_Finalize") == ends)
            #expect(try await service.perform(.openAndAuthenticate))
        }
    }

    // MARK: - Pauses

    @Test func `the pause between attempts doubles up to its limit, calls fail at once in it, and a success resets it`() async throws {
        try await serve({ ($0.reconnectPause, $0.longestReconnectPause) = (.seconds(1), .seconds(8)) }) { (service) async throws in
            module.failUntilInitialised(0x30, initialisations: .max)
            await expectFailures(3, of: service)
            for seconds in [1, 2, 4, 8, 8] {
                let (attempts, searches) = (module.calls("C_Initialize"), module.calls("C_GetSlotList"))
                log.advance(by: Duration.seconds(seconds) - .milliseconds(1))
                await expectFailures(5, of: service)
                #expect(module.calls("C_Initialize") == attempts)
                #expect(module.calls("C_GetSlotList") == searches)
                log.advance(by: .milliseconds(1))
                await expectFailures(1, of: service)
                #expect(module.calls("C_Initialize") == attempts + 1)
            }
            module.failEverything(nil)
            await expectFailures(1, of: service)
            log.advance(by: .seconds(8))
            #expect(try await service.perform(.openAndAuthenticate))
            // The next series begins without a pause and with a login.
            let logged = log.events.count
            module.failUntilInitialised(0x30, sparing: Self.search)
            await expectFailures(3, of: service)
            #expect(Array(log.events.dropFirst(logged)) == [.failed(.login, Self.unavailable)])
            await expectFailures(1, of: service)
            log.advance(by: .seconds(1))
            #expect(try await service.perform(.openAndAuthenticate))
        }
    }

    @Test func `a token that works again by itself during a pause is used at once`() async throws {
        try await serve({ $0.reconnectPause = .seconds(60) }) { (service) async throws in
            let ends = module.calls("C_Finalize")
            module.failUntilInitialised(0x30, sparing: Self.appearance)
            await expectFailures(13, of: service)
            #expect(module.calls("C_Finalize") == ends)
            module.failEverything(nil)
            #expect(try await service.perform(.openAndAuthenticate))
            #expect(log.events == [.connected(.login), .recovered])
        }
    }
}
