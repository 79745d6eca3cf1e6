// SPDX-License-Identifier: EUPL-1.2

import HSM
import PKCS11HSM
import Testing

/// Searches of a token's objects beside changes, which SoftHSM does not keep apart.
@Suite(.timeLimit(.minutes(20)))
struct PKCS11ObjectLockTests {
    let token: SoftHSMToken
    let module: FaultyModule

    init() throws {
        token = try SoftHSMToken()
        module = FaultyModule(try PKCS11Module(path: token.modulePath))
    }

    @Test func `a search does not run beside a change, waits at most for the time limit, and then sees the change`() async throws {
        try await ServedToken.serve(token, module, { ($0.sessions, $0.callTimeLimit) = (2, .seconds(2)) }) { (service) async throws in
            module.hold("C_GenerateKeyPair")
            async let hanging = module.hanging { try? await service.hsm.makeNextKey(for: .result) }
            try await module.hasHeld()
            let searches = module.calls("C_FindObjects")
            await #expect(throws: HSMError(.unavailable, "")) { try await service.hsm.list() }
            #expect(module.calls("C_FindObjects") == searches)
            let made = await hanging
            #expect(made == nil)
            module.release()
            #expect(try await service.hsm.list().contains { $0.state == .next })
        }
    }
}
