// SPDX-License-Identifier: EUPL-1.2

import Foundation
import HSM
import PKCS11HSM
import Testing

/// The conditions under which a PKCS#11 HSM does not start.
@Suite(.timeLimit(.minutes(20)))
struct PKCS11StartTests {
    let token: SoftHSMToken
    let module: FaultyModule

    init() throws {
        token = try SoftHSMToken()
        module = FaultyModule(try PKCS11Module(path: token.modulePath))
    }

    /// Opens the token, runs the body, and closes it.
    func run(
        _ configuration: PKCS11Configuration? = nil, requiresAllKeys: Bool = true, _ body: (PKCS11HSM) async throws -> Void = { _ in }
    ) async throws {
        let hsm = try await PKCS11HSM(configuration ?? token.configuration, module: module, requiresAllKeys: requiresAllKeys)
        do {
            try await body(hsm)
        } catch {
            await hsm.close()
            throw error
        }
        await hsm.close()
    }

    @Test func `a missing or invalid module is an error that names it`() async throws {
        for path in ["/nowhere/module.so", "/etc/passwd", "libc.so.6"] {
            var configuration = token.configuration
            configuration.modulePath = path
            let error = await #expect(throws: HSMError.self) { try await PKCS11HSM(configuration) }
            #expect(error?.code == .file)
            #expect(error?.reason.contains(path) == true)
        }
    }

    @Test func `a missing token is unavailable`() async throws {
        var configuration = token.configuration
        configuration.tokenLabel += "x"
        await #expect(throws: HSMError(.unavailable, "")) { try await run(configuration) }
    }

    @Test(arguments: ["111111", "", "8345123", "834512 "])
    func `a wrong PIN is rejected and tried only once`(_ pin: String) async throws {
        var configuration = token.configuration
        configuration.pin = TokenPIN(pin)
        let error = await #expect(throws: HSMError.self) { try await run(configuration) }
        #expect(error?.code == .accessDenied)
        #expect(module.calls("C_Login") == 1)
        try await run(requiresAllKeys: false)
    }

    @Test func `the PIN is never shown`() async throws {
        var text = ""
        dump(token.configuration, to: &text)
        text += "\(token.configuration) \(String(reflecting: token.configuration.pin))"
        var configuration = token.configuration
        configuration.pin = TokenPIN("447711")
        let error = await #expect(throws: HSMError.self) { try await run(configuration) }
        text += "\(String(describing: error))"
        #expect(!text.contains(token.pin))
        #expect(!text.contains("447711"))
    }

    @Test func `a token without keys is rejected by name, and opens once the keys were created`() async throws {
        let error = await #expect(throws: HSMError.self) { try await run() }
        #expect(error?.code == .keyMissing)
        #expect(error?.reason.contains("wallet-provider/certificate") == true)
        try await run(requiresAllKeys: false) { (hsm) async throws in
            let keys = try await hsm.list()
            #expect(keys == [])
            let made = try await hsm.createKeys()
            #expect(made.map(\.purpose) == KeyPurpose.allCases)
        }
        try await run()
    }

    @Test(arguments: KeyPurpose.allCases)
    func `every key is required, and a missing key is named`(_ purpose: KeyPurpose) async throws {
        try await run(requiresAllKeys: false) { hsm in _ = try await hsm.createKeys() }
        module.hide(label: "wallet-provider/" + purpose.name)
        let error = await #expect(throws: HSMError.self) { try await run() }
        #expect(error?.code == .keyMissing)
        #expect(error?.reason.contains("wallet-provider/" + purpose.name) == true)
    }

    @Test func `keys with a different prefix are not used`() async throws {
        try await run(requiresAllKeys: false) { hsm in _ = try await hsm.createKeys() }
        var configuration = token.configuration
        configuration.labelPrefix = "wallet-provide"
        await #expect(throws: HSMError(.keyMissing, "")) { try await run(configuration) }
    }

    @Test func `a session limit that is too low is reported as unavailable and leaves no session behind`() async throws {
        module.fail("C_OpenSession", 0xB1, times: nil)
        await #expect(throws: HSMError(.unavailable, "")) { try await run() }
        module.failEverything(nil)
        try await run(requiresAllKeys: false)
    }

    // MARK: - Unusable keys

    enum Flaw: String, CaseIterable {
        case extractable
        case notSensitive
        case notPrivate
        case doubled
        case ofAnotherLength
        case thatMayNotSign
        case thatMayWrap
        case thatMayUnwrap
    }

    @Test(arguments: [nil] + Flaw.allCases)
    func `a secret key with an unsafe attribute is not used`(_ flaw: Flaw?) async throws {
        try await run(requiresAllKeys: false) { hsm in _ = try await hsm.createKeys() }
        try put(
            "other/revocationCode", count: flaw == .doubled ? 2 : 1, mechanism: 0x350,
            [
                .init(0x162, flaw == .extractable), .init(0x103, flaw != .notSensitive), .init(0x2, flaw != .notPrivate),
                .init(0x161, flaw == .ofAnotherLength ? 16 : 32), .init(0x108, flaw != .thatMayNotSign), .init(0x100, 0x10),
                .init(0x104, false), .init(0x105, false), .init(0x106, flaw == .thatMayWrap), .init(0x107, flaw == .thatMayUnwrap),
            ])
        var configuration = token.configuration
        configuration.labelPrefix = "other/"
        guard flaw != nil else { return try await run(configuration, requiresAllKeys: false) }
        let error = await #expect(throws: HSMError.self) { try await run(configuration, requiresAllKeys: false) }
        #expect(error?.code == .keyUnfit)
        #expect(error?.reason.contains("other/revocationCode") == true)
    }

    enum WrappingFlaw: UInt, CaseIterable {
        case thatMayEncrypt = 0x104
        case thatMayDecrypt = 0x105
        case thatMaySign = 0x108
        case thatMayNotWrap = 0x106
        case thatMayNotUnwrap = 0x107
    }

    @Test(arguments: [nil] + WrappingFlaw.allCases)
    func `a key for wrapping users' keys with an unsafe attribute is not used`(_ flaw: WrappingFlaw?) async throws {
        let uses = WrappingFlaw.allCases.map { use in
            let isWanted = use == .thatMayNotWrap || use == .thatMayNotUnwrap
            return ObjectAttribute(use.rawValue, use == flaw ? !isWanted : isWanted)
        }
        try put(
            "wallet-provider/walletKeyWrapping", count: 1, mechanism: 0x1080,
            uses + [.init(0x162, false), .init(0x103, true), .init(0x2, true), .init(0x161, 32), .init(0x100, 0x1F)])
        guard flaw != nil else { return try await run(requiresAllKeys: false) }
        let error = await #expect(throws: HSMError.self) { try await run(requiresAllKeys: false) }
        #expect(error?.code == .keyUnfit)
        #expect(error?.reason.contains("walletKeyWrapping") == true)
    }

    /// Creates secret keys with this label and these attributes.
    private func put(_ label: String, count: Int, mechanism: UInt, _ attributes: [ObjectAttribute]) throws {
        let common: [ObjectAttribute] = [.init(0x1, true), .init(0x3, bytes: Array(label.utf8))]
        try withSession { session in
            for _ in 0..<count { _ = try module.generateKey(session, mechanism: mechanism, common + attributes) }
        }
    }

    @Test func `a token of an older version names its missing key, gets it, and keeps the others`() async throws {
        let new: [KeyPurpose] =
            [.authentication(.recoveryCode), .authentication(.auditLog)] + WalletKeyProtection.allCases.map(KeyPurpose.walletKey)
        var before: [KeyDescription] = []
        var sealed: [UInt8] = []
        try await run(requiresAllKeys: false) { (hsm) async throws in
            before = try await hsm.createKeys()
            sealed = try await hsm.seal([1], for: .pinKeyEncryption, associatedData: [])
        }
        try withSession { session in
            for purpose in new {
                let label = ObjectAttribute(0x3, bytes: Array("wallet-provider/\(purpose.name)".utf8))
                for key in try module.findObjects(session, [label]) { try module.destroyObject(session, key) }
            }
        }
        let error = await #expect(throws: HSMError.self) { try await run() }
        #expect(error?.code == .keyMissing)
        #expect(error?.reason.contains("wallet-provider/recoveryCode") == true)
        try await run(requiresAllKeys: false) { (hsm) async throws in
            await #expect(throws: HSMError(.keyMissing, "")) { try await hsm.makeWalletKey(boundTo: []) }
            await #expect(throws: HSMError(.keyMissing, "")) { try await hsm.authenticationCode(over: [], for: .auditLog) }
            #expect(try await hsm.createKeys().map(\.purpose) == new)
        }
        try await run { (hsm) async throws in
            #expect(try await hsm.list().filter { !new.contains($0.purpose) } == before.filter { !new.contains($0.purpose) })
            #expect(try await hsm.open(sealed, for: .pinKeyEncryption, associatedData: []) == [1])
            #expect(try await hsm.makeWalletKey(boundTo: []).wrapped.count > 33)
        }
    }

    enum SigningFlaw: String, CaseIterable {
        case extractable
        case onAnotherCurve
        case withAForeignID
        case withAnotherPublicKey
        case withoutAPublicKey
        case doubled
    }

    @Test(arguments: SigningFlaw.allCases)
    func `a signing key with an unsafe attribute is not used`(_ flaw: SigningFlaw) async throws {
        let p256: [UInt8] = [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
        let p384: [UInt8] = [0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x22]
        let id: [UInt8] = flaw == .withAForeignID ? [1, 2] : [UInt8](repeating: 1, count: 16) + [UInt8](repeating: 0, count: 8)
        let label = "wallet-provider/result"
        try withSession { session in
            func generate(publicLabel: String, privateLabel: String) throws {
                let common: [ObjectAttribute] = [.init(0x1, true), .init(0x102, bytes: id)]
                _ = try module.generateKeyPair(
                    session, mechanism: 0x1040,
                    publicKey: common + [
                        .init(0x3, bytes: Array(publicLabel.utf8)), .init(0x180, bytes: flaw == .onAnotherCurve ? p384 : p256),
                    ],
                    privateKey: common + [
                        .init(0x3, bytes: Array(privateLabel.utf8)), .init(0x2, true), .init(0x103, true),
                        .init(0x162, flaw == .extractable), .init(0x108, true),
                    ])
            }
            let isSplit = flaw == .withAnotherPublicKey || flaw == .withoutAPublicKey
            try generate(publicLabel: isSplit ? "aside" : label, privateLabel: label)
            if flaw == .withAnotherPublicKey { try generate(publicLabel: label, privateLabel: "aside") }
            if flaw == .doubled { try generate(publicLabel: label, privateLabel: label) }
        }
        let error = await #expect(throws: HSMError.self) { try await run(requiresAllKeys: false) }
        #expect(error?.code == .keyUnfit)
        #expect(error?.reason.contains(label) == true)
    }

    @Test func `a key pair created elsewhere with the right attributes is used`() async throws {
        let id = [UInt8](repeating: 1, count: 12) + [0x6A, 0, 0, 0] + [UInt8](repeating: 0, count: 8)
        try withSession { session in
            let common: [ObjectAttribute] = [
                .init(0x1, true), .init(0x102, bytes: id), .init(0x3, bytes: Array("wallet-provider/result".utf8)),
            ]
            _ = try module.generateKeyPair(
                session, mechanism: 0x1040,
                publicKey: common + [.init(0x180, bytes: [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07])],
                privateKey: common + [.init(0x2, true), .init(0x103, true), .init(0x162, false), .init(0x108, true)])
        }
        try await run(requiresAllKeys: false) { (hsm) async throws in
            #expect(try await hsm.list().map(\.purpose) == [.signing(.result)])
            #expect(try await hsm.createKeys().count == KeyPurpose.allCases.count - 1)
        }
    }

    /// Runs the body in a session, like an operator's own tool.
    private func withSession(_ body: (UInt) throws -> Void) throws {
        _ = try module.initialize()
        defer { try? module.finalize() }
        let slot = try #require(try module.slots().first { try module.tokenLabel(slot: $0) == token.label })
        let session = try module.openSession(slot: slot, writing: true)
        try module.login(session, pin: Array(token.pin.utf8))
        try body(session)
    }
}
