// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import HSM
import TestEnvironment
import Testing

struct KeyFileTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    func open() throws(HSMError) -> SoftwareHSM {
        try SoftwareHSM(keyFile: directory.path("keys"), secretFile: directory.path("secret"))
    }

    @Test func `the keys are the same after a restart`() async throws {
        let before = try open()
        let sealed = try await before.seal([1], for: .pinKeyEncryption, associatedData: [])
        let code = try await before.authenticationCode(over: [1], for: .revocationCode)
        let after = try open()
        #expect(try await after.open(sealed, for: .pinKeyEncryption, associatedData: []) == [1])
        #expect(try await after.authenticationCode(over: [1], for: .revocationCode) == code)
        for purpose in SigningPurpose.allCases {
            #expect(try await after.publicKeys(for: purpose).map(\.keyID) == before.publicKeys(for: purpose).map(\.keyID))
        }
    }

    @Test func `both files are readable only by their owner, and no other file is left`() throws {
        _ = try open()
        #expect(directory.names == ["keys", "secret"])
        for name in directory.names {
            let attributes = try FileManager.default.attributesOfItem(atPath: directory.path(name))
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test func `the file contains no plain key`() throws {
        _ = try open()
        let text = String(decoding: try directory.bytes("keys"), as: UTF8.self)
        #expect(text.hasPrefix("WPKEYS"))
        #expect(!text.contains("certificate"))
    }

    @Test(arguments: ["keys", "secret"])
    func `a missing file is an error and is not created again`(_ name: String) throws {
        _ = try open()
        try directory.remove(name)
        let before = directory.names
        #expect(throws: HSMError(.incomplete, "")) { try open() }
        #expect(directory.names == before)
    }

    @Test func `a wrong secret is an error, and no file is overwritten`() throws {
        _ = try open()
        let keys = try directory.bytes("keys")
        try directory.write([UInt8](repeating: 1, count: 32), to: "secret")
        #expect(throws: HSMError(.damaged, "")) { try open() }
        #expect(try directory.bytes("keys") == keys)
        #expect(try directory.bytes("secret") == [UInt8](repeating: 1, count: 32))
    }

    @Test(arguments: [0, 31, 33])
    func `a secret of a different length is an error`(_ count: Int) throws {
        _ = try open()
        try directory.write([UInt8](repeating: 1, count: count), to: "secret")
        #expect(throws: HSMError(.damaged, "")) { try open() }
    }

    @Test func `a file that is altered anywhere or truncated is an error`() throws {
        _ = try open()
        let keys = try directory.bytes("keys")
        for index in stride(from: 0, to: keys.count, by: 13) {
            var changed = keys
            changed[index] ^= 0x80
            try directory.write(changed, to: "keys")
            #expect(throws: HSMError.self) { try open() }
            try directory.write(Array(keys.prefix(index)), to: "keys")
            #expect(throws: HSMError(.damaged, "")) { try open() }
        }
        try directory.write(keys, to: "keys")
        #expect(throws: Never.self) { try open() }
    }

    @Test func `a file of a newer version is reported as such, and a forged older number is rejected`() throws {
        _ = try open()
        var keys = try directory.bytes("keys")
        keys[6] = 3
        try directory.write(keys, to: "keys")
        #expect(throws: HSMError(.newerVersion, "")) { try open() }
        keys[6] = 0
        try directory.write(keys, to: "keys")
        #expect(throws: HSMError(.damaged, "")) { try open() }
    }

    @Test func `a missing directory is an error that names the file`() throws {
        let missing = directory.path("nowhere/keys")
        let error = #expect(throws: HSMError.self) { try SoftwareHSM(keyFile: missing, secretFile: directory.path("nowhere/secret")) }
        #expect(error?.code == .file)
        #expect(error?.reason.contains("nowhere") == true)
    }

    @Test func `a temporary file left by a crash is ignored`() throws {
        try directory.write([1], to: "keys.new")
        try directory.write([1], to: "secret.new")
        #expect(throws: Never.self) { try open() }
        #expect(directory.names == ["keys", "secret"])
    }

    // MARK: - Version 1

    /// Writes a file like version 1: `{"signing": {purpose: [base64]}, "encryption": {purpose: base64}, "authentication": {purpose:
    /// base64}}`.
    func writeVersion1(_ json: String) throws { try write(json, version: 1) }

    func write(_ json: String, version: UInt8) throws {
        let secret = SymmetricKey(data: [UInt8](repeating: 3, count: 32))
        let head = Array("WPKEYS".utf8) + [version]
        let box = try AES.GCM.seal(Array(json.utf8), using: secret, authenticating: head)
        try directory.write([UInt8](repeating: 3, count: 32), to: "secret")
        try directory.write(head + (try #require(box.combined)), to: "keys")
    }

    /// The byte 9, 32 times.
    static let nines = Data(repeating: 9, count: 32).base64EncodedString()

    func version1(certificate: P256.Signing.PrivateKey, authentication: [String]) -> String {
        let result = P256.Signing.PrivateKey().rawRepresentation.base64EncodedString()
        let signing = #"{"certificate": ["\#(certificate.rawRepresentation.base64EncodedString())"], "result": ["\#(result)"]}"#
        let authentication = authentication.map { #""\#($0)": "\#(Self.nines)""# }.joined(separator: ", ")
        return #"""
            {"signing": \#(signing), "encryption": {"pinKeyEncryption": "\#(Self.nines)"}, "authentication": {\#(authentication)}}
            """#
    }

    @Test func `a file of version 1 is read, completed, and keeps its keys through a rotation`() async throws {
        let certificate = P256.Signing.PrivateKey()
        try writeVersion1(version1(certificate: certificate, authentication: ["pinKeyDisclosureProtection", "revocationCode"]))
        let hsm = try open()
        let key = try #require(try await hsm.publicKeys(for: .certificate).first)
        #expect(key.key.rawRepresentation == certificate.publicKey.rawRepresentation)
        let expected = HMAC<SHA256>.authenticationCode(for: [1] as [UInt8], using: SymmetricKey(data: [UInt8](repeating: 9, count: 32)))
        #expect(try await hsm.authenticationCode(over: [1], for: .revocationCode) == Array(expected))
        let keys = try await hsm.list()
        #expect(keys.map(\.purpose) == KeyPurpose.allCases)
        #expect(keys.allSatisfy { $0.state == .active })
        // Version 1 does not contain creation times.
        #expect(keys.filter { $0.created == nil }.count == 5)
        #expect(try directory.bytes("keys")[6] == 2)

        let new = try await hsm.rotate(.certificate, oldKeysVerifyUntil: .distantFuture)
        let after = try open()
        #expect(try await after.publicKeys(for: .certificate).map(\.keyID) == [new.keyID, key.keyID])
        #expect(try await after.authenticationCode(over: [1], for: .revocationCode) == Array(expected))
        #expect(directory.names == ["keys", "secret"])
    }

    @Test func `a purpose without a key in the file gets a key, and the other purposes keep theirs`() async throws {
        let certificate = P256.Signing.PrivateKey()
        try writeVersion1(version1(certificate: certificate, authentication: ["pinKeyDisclosureProtection"]))
        let hsm = try open()
        let code = try await hsm.authenticationCode(over: [1], for: .revocationCode)
        #expect(try await open().authenticationCode(over: [1], for: .revocationCode) == code)
        let key = try #require(try await hsm.publicKeys(for: .certificate).first)
        #expect(key.key.rawRepresentation == certificate.publicKey.rawRepresentation)
    }

    // MARK: - Files without later purposes

    /// Writes a file of version 2 without users' keys, recovery codes and audit log.
    func writeEarlierVersion2(certificate: P256.Signing.PrivateKey) throws {
        let nines = #"{"key": "\#(Self.nines)", "created": 1000}"#
        let certificate = certificate.rawRepresentation.base64EncodedString()
        let result = P256.Signing.PrivateKey().rawRepresentation.base64EncodedString()
        try write(
            #"""
            {"signing": {"certificate": [{"key": "\#(certificate)", "created": 1000}], "result": [{"key": "\#(result)"}]},
            "encryption": {"pinKeyEncryption": \#(nines)},
            "authentication": {"pinKeyDisclosureProtection": \#(nines), "revocationCode": \#(nines)}}
            """#, version: 2)
    }

    @Test func `a file without a newer purpose gets its key, and all other keys stay`() async throws {
        let certificate = P256.Signing.PrivateKey()
        try writeEarlierVersion2(certificate: certificate)
        let hsm = try open()
        #expect(try await hsm.list().map(\.purpose) == KeyPurpose.allCases)
        #expect(directory.names == ["keys", "secret"])
        let expected = HMAC<SHA256>.authenticationCode(for: [1] as [UInt8], using: SymmetricKey(data: [UInt8](repeating: 9, count: 32)))
        #expect(try await hsm.authenticationCode(over: [1], for: .revocationCode) == Array(expected))
        let key = try #require(try await hsm.publicKeys(for: .certificate).first)
        #expect(key.key.rawRepresentation == certificate.publicKey.rawRepresentation)
        #expect(try await hsm.list().first?.created == Date(timeIntervalSince1970: 1000))

        let walletKey = try await hsm.makeWalletKey(boundTo: [1])
        let after = try open()
        #expect(try await after.list() == hsm.list())
        #expect(walletKey.publicKey.verifies(try await after.sign([2], withWrapped: walletKey.wrapped, boundTo: [1]), over: [2]))
        #expect(try await after.authenticationCode(over: [1], for: .auditLog) == hsm.authenticationCode(over: [1], for: .auditLog))
    }

    @Test func `processes that open an incomplete key file concurrently get the same keys`() async throws {
        try writeEarlierVersion2(certificate: P256.Signing.PrivateKey())
        let hsms = try await withThrowingTaskGroup(of: SoftwareHSM.self) { group in
            for _ in 0..<8 { group.addTask { try open() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let keys = try await open().list()
        for hsm in hsms { #expect(try await hsm.list() == keys) }
        let wrapped = try await hsms[0].makeWalletKey(boundTo: []).wrapped
        for hsm in hsms { #expect(try await hsm.sign([1], withWrapped: wrapped, boundTo: []).count == 64) }
        #expect(directory.names == ["keys", "secret"])
    }

    @Test(arguments: [
        #"{"signing": {}, "encryption": {}}"#, #"{"signing": {}, "encryption": {"pinKeyEncryption": "AAAA"}, "authentication": {}}"#,
        #"{"signing": {"certificate": ["AAAA"]}, "encryption": {}, "authentication": {}}"#,
        #"{"signing": {"unknown": []}, "encryption": {}, "authentication": {}}"#, "[]", "",
    ])
    func `a file that decrypts but has invalid content is an error`(_ json: String) throws {
        try writeVersion1(json)
        let before = try directory.bytes("keys")
        #expect(throws: HSMError(.damaged, "")) { try open() }
        #expect(try directory.bytes("keys") == before)
    }

    // MARK: - Several processes

    @Test func `a rotation by a different process takes effect at the next call`() async throws {
        let server = try open()
        let old = try #require(try await server.publicKeys(for: .result).first)
        let new = try await open().rotate(.result, oldKeysVerifyUntil: .distantFuture)
        #expect(try await server.publicKeys(for: .result).map(\.keyID) == [new.keyID, old.keyID])
        #expect(try await server.sign([1], with: new.keyID, for: .result).count == 64)
    }

    @Test func `concurrent rotations are all stored`() async throws {
        let hsms = try (0..<4).map { _ in try open() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for hsm in hsms { group.addTask { _ = try await hsm.rotate(.result, oldKeysVerifyUntil: .distantFuture) } }
            try await group.waitForAll()
        }
        #expect(try await hsms[0].publicKeys(for: .result).count == 5)
    }

    @Test func `keys in memory survive the loss of the file, but cannot be rotated then`() async throws {
        let hsm = try open()
        let key = try #require(try await hsm.publicKeys(for: .result).first)
        try directory.remove("keys")
        #expect(try await hsm.sign([1], with: key.keyID, for: .result).count == 64)
        await #expect(throws: HSMError(.file, "")) { try await hsm.rotate(.result, oldKeysVerifyUntil: .distantFuture) }
        #expect(directory.names == ["secret"])
        #expect(try await hsm.publicKeys(for: .result).map(\.keyID) == [key.keyID])
    }
}
