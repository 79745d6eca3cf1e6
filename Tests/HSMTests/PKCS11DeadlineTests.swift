// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import HSM
import PKCS11HSM
import Testing

/// Calls of a request with little time left, on a token with a long time limit.
@Suite(.timeLimit(.minutes(20)))
struct PKCS11DeadlineTests {
    let token: SoftHSMToken
    let module: FaultyModule

    init() throws {
        token = try SoftHSMToken()
        module = FaultyModule(try PKCS11Module(path: token.modulePath))
    }

    /// Runs the body with a token of one session.
    ///
    /// - Parameter limit: the time limit of a call; late calls end within a twentieth of it. Nil for one that no test reaches.
    func serve(within limit: Duration? = nil, _ body: (ServedToken) async throws -> Void) async throws {
        try await ServedToken.serve(token, module, { ($0.sessions, $0.callTimeLimit) = (1, limit ?? $0.callTimeLimit) }, body)
    }

    func within<Value>(_ time: Duration, _ body: () async throws -> Value) async rethrows -> Value {
        try await Deadline.$current.withValue(Deadline(after: time, on: ContinuousClock(), attemptMargin: .zero)) { try await body() }
    }

    @Test(arguments: ServedToken.Operation.allCases)
    func `a call within the request's deadline completes`(_ operation: ServedToken.Operation) async throws {
        try await serve { (service) async throws in
            #expect(try await within(.seconds(60)) { try await service.perform(operation) })
        }
    }

    @Test(arguments: ServedToken.Operation.allCases)
    func `after the deadline the token is not called`(_ operation: ServedToken.Operation) async throws {
        try await serve { (service) async throws in
            await #expect(throws: HSMError(.unavailable, "")) { try await within(.zero) { try await service.perform(operation) } }
            #expect(try await service.perform(operation))
        }
    }

    @Test func `a hanging call and a waiting call end at their deadlines in any order, and the waiting call never runs`()
        async throws
    {
        try await serve(within: .seconds(4)) { (service) async throws in
            module.hold("C_Sign")
            async let hanging = module.hanging { await within(.seconds(2)) { await service.ending(.sign) } }
            try await module.hasHeld()
            let sealings = module.calls("C_Encrypt")
            // It is first in the queue and has less time than the running call.
            let waiting = await within(.milliseconds(300)) { await service.ending(.seal) }
            #expect(waiting == PKCS11OutageTests.unavailable)
            #expect(await hanging == PKCS11OutageTests.unavailable)
            module.release()
            #expect(try await service.perform(.open))
            #expect(module.calls("C_Encrypt") == sealings)
        }
    }
}
