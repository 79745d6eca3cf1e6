// SPDX-License-Identifier: EUPL-1.2

import Foundation
import HSM
import PKCS11HSM
import TestEnvironment
import Testing

/// The HSMs that pass the conformance suite.
enum HSMKind: String, CaseIterable, CustomTestStringConvertible {
    case software
    case pkcs11

    /// All kinds. Without SoftHSM its tests fail with an explanation.
    static var installed: [HSMKind] { allCases }

    var testDescription: String { rawValue }
}

/// An HSM of one test, which can be opened repeatedly.
struct HSMUnderTest: Sendable {
    let clock = TestClock(at: 1_790_000_000_250)
    private let kind: HSMKind
    private let directory: TemporaryDirectory
    private let token: SoftHSMToken?

    init(_ kind: HSMKind) throws {
        self.kind = kind
        directory = try TemporaryDirectory()
        token = kind == .pkcs11 ? try SoftHSMToken() : nil
    }

    /// Opens the HSM, runs the body and closes it. Missing keys are created.
    func run(_ body: (any HSM & KeyAdministration) async throws -> Void) async throws {
        let clock = clock
        guard let token else {
            return try await body(
                try SoftwareHSM(keyFile: directory.path("keys"), secretFile: directory.path("secret"), clock: { clock.now }))
        }
        let module = FaultyModule(try PKCS11Module(path: token.modulePath))
        let hsm = try await PKCS11HSM(token.configuration, module: module, requiresAllKeys: false, clock: { clock.now })
        do {
            _ = try await hsm.createKeys()
            try await body(hsm)
        } catch {
            await hsm.close()
            throw error
        }
        await hsm.close()
    }
}
