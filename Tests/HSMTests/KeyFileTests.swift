// SPDX-License-Identifier: EUPL-1.2

import Foundation
import HSM
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

    @Test func `both files are for their owner only, and nothing else is left`() throws {
        _ = try open()
        #expect(directory.names == ["keys", "secret"])
        for name in directory.names {
            let attributes = try FileManager.default.attributesOfItem(atPath: directory.path(name))
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test func `no key is in the file in the clear`() throws {
        _ = try open()
        let text = String(decoding: try directory.bytes("keys"), as: UTF8.self)
        #expect(text.hasPrefix("WPKEYS"))
        #expect(!text.contains("certificate"))
    }

    @Test(arguments: ["keys", "secret"])
    func `a missing file is an error, and nothing is made in its place`(_ name: String) throws {
        _ = try open()
        try directory.remove(name)
        let before = directory.names
        #expect(throws: HSMError(.incomplete, "")) { try open() }
        #expect(directory.names == before)
    }

    @Test func `a wrong secret is an error, and nothing is written over`() throws {
        _ = try open()
        let keys = try directory.bytes("keys")
        try directory.write([UInt8](repeating: 1, count: 32), to: "secret")
        #expect(throws: HSMError(.damaged, "")) { try open() }
        #expect(try directory.bytes("keys") == keys)
        #expect(try directory.bytes("secret") == [UInt8](repeating: 1, count: 32))
    }

    @Test(arguments: [0, 31, 33])
    func `a secret of another length is an error`(_ count: Int) throws {
        _ = try open()
        try directory.write([UInt8](repeating: 1, count: count), to: "secret")
        #expect(throws: HSMError(.damaged, "")) { try open() }
    }

    @Test func `a file that is changed anywhere or cut is an error`() throws {
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

    @Test func `a file of a newer version is said to be that, and an older number does not pass`() throws {
        _ = try open()
        var keys = try directory.bytes("keys")
        keys[6] = 2
        try directory.write(keys, to: "keys")
        #expect(throws: HSMError(.newerVersion, "")) { try open() }
        keys[6] = 0
        try directory.write(keys, to: "keys")
        #expect(throws: HSMError(.damaged, "")) { try open() }
    }

    @Test func `a directory that is not there is an error that names the file`() throws {
        let missing = directory.path("nowhere/keys")
        let error = #expect(throws: HSMError.self) { try SoftwareHSM(keyFile: missing, secretFile: directory.path("nowhere/secret")) }
        #expect(error?.code == .file)
        #expect(error?.reason.contains("nowhere") == true)
    }

    @Test func `a temporary file left by a crash is no obstacle`() throws {
        try directory.write([1], to: "keys.new")
        try directory.write([1], to: "secret.new")
        #expect(throws: Never.self) { try open() }
        #expect(directory.names == ["keys", "secret"])
    }
}
