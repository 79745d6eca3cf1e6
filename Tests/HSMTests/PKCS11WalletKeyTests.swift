// SPDX-License-Identifier: EUPL-1.2

import Crypto
import HSM
import PKCS11HSM
import Synchronization
import Testing

/// The attributes of users' keys while they are on the token, and their removal from it.
@Suite(.timeLimit(.minutes(20)))
struct PKCS11WalletKeyTests {
    static let operations: [ServedToken.Operation] = [.makeWalletKey, .signWithWalletKey]
    static let functions = ["C_GenerateKeyPair", "C_GetAttributeValue", "C_WrapKey", "C_UnwrapKey", "C_Sign", "C_DestroyObject"]

    let token: SoftHSMToken
    let module: FaultyModule

    init() throws {
        token = try SoftHSMToken()
        module = FaultyModule(try PKCS11Module(path: token.modulePath))
    }

    func serve(_ change: (inout PKCS11Configuration) -> Void = { _ in }, _ body: (ServedToken) async throws -> Void) async throws {
        try await ServedToken.serve(token, module, change, body)
    }

    func sessionObjects() throws -> Int { try module.sessionObjects(onTokenWithLabel: token.label) }

    @Test func `a key is private and sensitive, can only sign, and is extractable only until it is wrapped`() async throws {
        let seen = Mutex<[String: [[UInt8]?]]>([:])
        try await serve { (service) async throws in
            module.observe { function, module, session, key in
                // Token, private, sensitive, extractable, sign, decrypt, unwrap, derive.
                let values = try? module.attributes(session, of: key, [0x1, 0x2, 0x103, 0x162, 0x108, 0x105, 0x107, 0x10C])
                seen.withLock { $0[function] = values }
            }
            for operation in Self.operations { #expect(try await service.perform(operation)) }
        }
        #expect(
            seen.withLock(\.self) == [
                "C_GenerateKeyPair": [[0], [1], [1], [1], [1], [0], [0], [0]], "C_UnwrapKey": [[0], [1], [1], [0], [1], [0], [0], [0]],
            ])
    }

    @Test func `a wrapped key that is not authentic creates and unwraps no object`() async throws {
        try await serve { (service) async throws in
            let before = module.calls("C_UnwrapKey")
            for wrapped in [service.sealed, service.walletKey.wrapped + [0], [3] + [UInt8](repeating: 0, count: 112), [3], []] {
                await #expect(throws: HSMError(.notAuthentic, "")) {
                    try await service.hsm.sign([1], withWrapped: wrapped, boundTo: [7])
                }
            }
            #expect(module.calls("C_UnwrapKey") == before)
        }
    }

    @Test func `thousands of operations leave no object on the token`() async throws {
        try await serve { (service) async throws in
            #expect(try sessionObjects() == 0)
            let (destroyed, opened) = (module.calls("C_DestroyObject"), module.calls("C_OpenSession"))
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<4000 {
                    if number >= 64, let isRight = try await group.next() { #expect(isRight) }
                    group.addTask { try await service.perform(number % 2 == 0 ? .makeWalletKey : .signWithWalletKey) }
                }
                for try await isRight in group { #expect(isRight) }
            }
            #expect(try sessionObjects() == 0)
            // Two for a pair, one for a signature.
            #expect(module.calls("C_DestroyObject") - destroyed == 6000)
            #expect(module.calls("C_OpenSession") - opened <= 4)
        }
    }

    @Test(arguments: operations, functions)
    func `a failure of any function leaves no object on the token`(_ operation: ServedToken.Operation, _ function: String) async throws {
        try await serve { (service) async throws in
            for code in PKCS11OutageTests.losses + PKCS11OutageTests.failures + [0xF0, 0x113] {
                for times in [1, 2, nil] as [Int?] {
                    module.fail(function, code, times: times)
                    for _ in 0..<3 {
                        let ending = await service.ending(operation)
                        #expect(ending == .success(true) || ending == PKCS11OutageTests.unavailable)
                    }
                    module.failEverything(nil)
                    #expect(try await service.perform(operation))
                    #expect(try sessionObjects() == 0)
                }
            }
        }
    }

    @Test func `objects and sessions that could not be closed are closed later`() async throws {
        try await serve({ $0.sessions = 1 }) { (service) async throws in
            module.fail("C_DestroyObject", 0x30, times: nil)
            module.fail("C_CloseSession", 0x30, times: nil)
            for _ in 0..<20 { for operation in Self.operations { #expect(try await service.perform(operation)) } }
            #expect(try sessionObjects() > 0)
            module.failEverything(nil)
            module.fail("C_Sign", 0x30)
            await #expect(throws: HSMError(.unavailable, "")) { try await service.perform(.sign) }
            #expect(try await service.perform(.signWithWalletKey))
            #expect(try sessionObjects() == 0)
        }
    }

    @Test func `an abandoned call leaves no object on the token`() async throws {
        try await serve({ $0.sessions = 1 }) { (service) async throws in
            module.hold("C_DestroyObject")
            async let hanging = module.hanging { await service.ending(.signWithWalletKey, within: .seconds(2)) }
            try await module.hasHeld()
            let ended = await hanging
            #expect(ended == PKCS11OutageTests.unavailable)
            module.release()
            #expect(try await service.perform(.sign))
            #expect(try sessionObjects() == 0)
        }
    }

    @Test func `while the token fails and recovers, a wrong binding never yields a signature`() async throws {
        try await serve { (service) async throws in
            for function in Self.functions + ["C_FindObjects", "C_OpenSession"] {
                for code in PKCS11OutageTests.losses + PKCS11OutageTests.failures {
                    module.restart()
                    module.fail(function, code, times: nil)
                    let error = await #expect(throws: HSMError.self) {
                        try await service.hsm.sign([1], withWrapped: service.walletKey.wrapped, boundTo: [8])
                    }
                    #expect(error?.code == .notAuthentic || error?.code == .unavailable)
                    module.failEverything(nil)
                }
            }
        }
    }
}
