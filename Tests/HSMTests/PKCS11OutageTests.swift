// SPDX-License-Identifier: EUPL-1.2

import Foundation
import HSM
import PKCS11HSM
import TestEnvironment
import Testing

/// The outcome of calls while the token, the module or the login is lost, slow or full, and the automatic recovery.
@Suite(.timeLimit(.minutes(20)))
struct PKCS11OutageTests {
    /// Return values that indicate a loss.
    static let losses: [UInt] = [0x32, 0xE0, 0xE1, 0xB3, 0xB0, 0x101, 0x190]
    /// Other return values: general error, device error, out of memory, function failed, invalid key or object handle.
    static let failures: [UInt] = [0x5, 0x30, 0x31, 0x6, 0x60, 0x82]

    static let unavailable = Result<Bool, HSMError>.failure(HSMError(.unavailable, ""))

    let token: SoftHSMToken
    let module: FaultyModule

    init() throws {
        token = try SoftHSMToken()
        module = FaultyModule(try PKCS11Module(path: token.modulePath))
    }

    func serve(
        _ change: (inout PKCS11Configuration) -> Void = { _ in }, _ body: (ServedToken) async throws -> Void
    ) async throws {
        try await ServedToken.serve(token, module, change, body)
    }

    // MARK: - Loss

    @Test(arguments: ServedToken.Operation.allCases)
    func `an operation succeeds although one token call failed`(_ operation: ServedToken.Operation) async throws {
        try await serve { (service) async throws in
            let functions = [
                "C_Sign", "C_Encrypt", "C_Decrypt", "C_GenerateKeyPair", "C_GetAttributeValue", "C_WrapKey", "C_UnwrapKey",
                "C_DestroyObject",
            ]
            for function in functions {
                for code in Self.losses + [0x60, 0x82, 0x90, 0xF0, 0x113] {
                    module.fail(function, code)
                    #expect(try await service.perform(operation))
                    module.failEverything(nil)
                }
            }
        }
    }

    @Test(arguments: ServedToken.Operation.allCases)
    func `operations are unavailable while every token call fails, and then succeed`(_ operation: ServedToken.Operation) async throws {
        try await serve { (service) async throws in
            for code in Self.losses + Self.failures {
                module.failEverything(code)
                for _ in 0..<3 { await #expect(throws: HSMError(.unavailable, "")) { try await service.perform(operation) } }
                module.failEverything(nil)
                #expect(try await service.perform(operation))
            }
        }
    }

    @Test(arguments: ServedToken.Operation.allCases)
    func `a failure of any function never leads to a wrong result or verdict`(_ operation: ServedToken.Operation) async throws {
        let functions = [
            "C_Initialize", "C_GetSlotList", "C_GetTokenInfo", "C_OpenSession", "C_Login", "C_FindObjects", "C_GetAttributeValue",
            "C_GenerateRandom", "C_Sign", "C_Encrypt", "C_Decrypt", "C_GenerateKeyPair", "C_WrapKey", "C_UnwrapKey", "C_DestroyObject",
            "C_CloseSession",
        ]
        try await serve { (service) async throws in
            for function in functions {
                for code in Self.losses + Self.failures {
                    module.restart()
                    module.fail(function, code, times: nil)
                    let ending = await service.ending(operation)
                    #expect(ending == .success(true) || ending == Self.unavailable)
                    module.failEverything(nil)
                    #expect(try await service.perform(operation))
                }
            }
        }
    }

    @Test func `a stopped module is started again with the same keys`() async throws {
        try await serve { (service) async throws in
            for _ in 0..<5 {
                module.restart()
                for operation in ServedToken.Operation.allCases { #expect(try await service.perform(operation)) }
            }
        }
    }

    @Test func `a removed token makes calls unavailable until it is reinserted`() async throws {
        try await serve { (service) async throws in
            try module.restart { try token.takeAway() }
            for operation in ServedToken.Operation.allCases {
                await #expect(throws: HSMError(.unavailable, "")) { try await service.perform(operation) }
            }
            await #expect(throws: HSMError(.unavailable, "")) { try await service.hsm.list() }
            // The module searches for tokens at its initialisation.
            try module.restart { try token.putBack() }
            for operation in ServedToken.Operation.allCases { #expect(try await service.perform(operation)) }
        }
    }

    @Test func `a token whose files disappear and return is served again without a restart`() async throws {
        try await serve { (service) async throws in
            try token.takeAway()
            for _ in 0..<3 {
                for operation in ServedToken.Operation.allCases {
                    // Cached data of the module is right; no result is wrong.
                    if let isRight = try? await service.perform(operation) { #expect(isRight) }
                }
            }
            // A restart of the module in the meantime does not find the token either.
            module.restart()
            for operation in ServedToken.Operation.allCases {
                await #expect(throws: HSMError(.unavailable, "")) { try await service.perform(operation) }
            }
            try token.putBack()
            for operation in ServedToken.Operation.allCases { #expect(try await service.perform(operation)) }
        }
    }

    @Test func `mixed operations during repeated restarts of the module give no wrong result`() async throws {
        try await serve { (service) async throws in
            let outcome = try await MixedOperations(service.hsm).run(10_000) { number in
                if number % 400 == 399 { module.restart() }
            }
            #expect(outcome.wrong == 0)
            #expect(outcome.right + outcome.unavailable == 10_000)
            #expect(outcome.right > 9_900)
        }
    }

    @Test func `after a failed connection no attempt is made during the back-off`() async throws {
        try await serve({ $0.reconnectPause = .seconds(3600) }) { (service) async throws in
            module.failEverything(0x30)
            module.restart()
            // The third failure in a row makes the attempt.
            let before = module.calls("C_Initialize")
            for _ in 0..<3 { await #expect(throws: HSMError(.unavailable, "")) { try await service.perform(.sign) } }
            let tries = module.calls("C_Initialize")
            #expect(tries == before + 1)
            for _ in 0..<10 { await #expect(throws: HSMError(.unavailable, "")) { try await service.perform(.sign) } }
            #expect(module.calls("C_Initialize") == tries)
        }
    }

    // MARK: - Login and sessions

    @Test(arguments: [0xA0, 0xA4] as [UInt])
    func `a PIN that the token rejects later is not tried again, so that the token does not lock it`(_ code: UInt) async throws {
        try await serve { (service) async throws in
            let before = module.calls("C_Login")
            module.fail("C_Login", code, times: nil)
            module.restart()
            for _ in 0..<20 { await #expect(throws: HSMError(.accessDenied, "")) { try await service.perform(.sign) } }
            #expect(module.calls("C_Login") == before + 1)
        }
    }

    @Test func `without a free session calls are unavailable until a session is free`() async throws {
        try await serve { (service) async throws in
            module.fail("C_Sign", 0x30)
            module.fail("C_OpenSession", 0xB1, times: nil)
            await #expect(throws: HSMError(.unavailable, "")) {
                for _ in 0..<10 { _ = try await service.perform(.sign) }
            }
            module.failEverything(nil)
            #expect(try await service.perform(.sign))
        }
    }

    // MARK: - Slow token

    @Test func `a hanging call is unavailable in time, other calls continue, and the hanging thread recovers`() async throws {
        try await serve({ ($0.sessions, $0.callTimeLimit) = (2, .seconds(2)) }) { (service) async throws in
            module.hold("C_Sign")
            async let hanging = module.hanging { await service.ending(.sign) }
            try await module.hasHeld()
            #expect(try await service.perform(.open))
            let ended = await hanging
            #expect(ended == Self.unavailable)
            module.release()
            for _ in 0..<10 { #expect(try await service.perform(.sign)) }
        }
    }

    @Test func `if all threads hang, queued calls are unavailable in time and never run`() async throws {
        try await serve({ ($0.sessions, $0.callTimeLimit) = (1, .seconds(2)) }) { (service) async throws in
            module.hold("C_Sign")
            async let hanging = module.hanging { await service.ending(.sign) }
            try await module.hasHeld()
            let sealings = module.calls("C_Encrypt")
            await #expect(throws: HSMError(.unavailable, "")) { try await service.perform(.seal) }
            let ended = await hanging
            #expect(ended == Self.unavailable)
            module.release()
            #expect(try await service.perform(.open))
            #expect(module.calls("C_Encrypt") == sealings)
        }
    }

    @Test func `a full queue rejects calls immediately`() async throws {
        try await serve({ ($0.sessions, $0.queueLimit, $0.callTimeLimit) = (1, 2, .seconds(60)) }) { (service) async throws in
            module.hold("C_Sign")
            async let hanging = module.hanging { await service.ending(.sign) }
            try await module.hasHeld()
            await withTaskGroup(of: Result<Bool, HSMError>.self) { group in
                for _ in 0..<9 { group.addTask { await service.ending(.open) } }
                for _ in 0..<7 { #expect(await group.next() == Self.unavailable) }
                module.release()
                for _ in 0..<2 { #expect(await group.next() == .success(true)) }
            }
            let ended = await hanging
            #expect(ended == .success(true))
        }
    }

    @Test func `a closed HSM is unavailable`() async throws {
        try await serve { (service) async throws in
            await service.hsm.close()
            for operation in ServedToken.Operation.allCases {
                await #expect(throws: HSMError(.unavailable, "")) { try await service.perform(operation) }
            }
            await service.hsm.close()
        }
    }

    // MARK: - Several replicas

    @Test func `a rotation by a different process applies to verifying immediately, and to signing after the interval`() async throws {
        let clock = TestClock(at: 1_790_000_000_250)
        try await serve { _ in }
        let here = try await PKCS11HSM(token.configuration, module: module, clock: { clock.now })
        let there = try await PKCS11HSM(
            token.configuration, module: FaultyModule(PKCS11Module(path: token.anotherModule())), clock: { clock.now })
        let old = try #require(try await here.publicKeys(for: .result).first)
        let new = try await there.rotate(.result, oldKeysVerifyUntil: clock.now.addingTimeInterval(864_000))
        #expect(try await here.publicKeys(for: .result).map(\.keyID) == [old.keyID])
        clock.advance(seconds: 2)
        #expect(try await here.publicKey(withID: new.keyID, for: .result) != nil)
        #expect(try await here.publicKeys(for: .result).map(\.keyID) == [new.keyID, old.keyID])
        let newest = try await there.rotate(.result, oldKeysVerifyUntil: clock.now)
        clock.advance(seconds: 31)
        #expect(try await here.publicKeys(for: .result).map(\.keyID) == [newest.keyID])
        let reads = module.calls("C_FindObjects")
        for _ in 0..<20 { #expect(try await here.publicKey(withID: "result-0000000000000000", for: .result) == nil) }
        #expect(module.calls("C_FindObjects") == reads)
        await here.close()
        await there.close()
    }
}
