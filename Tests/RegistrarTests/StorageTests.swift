// SPDX-License-Identifier: EUPL-1.2

import DurableFiles
import Foundation
import JSON
import Registrar
import TestEnvironment
import Testing

/// What the registrar stores and reads again.
struct StorageTests {
    @Test func `a stored registrar certifies as before`() async throws {
        let files = Dictionary(uniqueKeysWithValues: try World.registrar.files().map { ($0.name, $0.text) })
        #expect(files.count == 6)
        let read = try DemoRegistrar { files[$0] ?? "" }
        #expect(read.accessRoot.certificate == World.registrar.accessRoot.certificate)
        _ = try await World.read(World.registration(by: read)).get()
    }

    @Test(arguments: ["access-root.pem", "access-root-key.pem", "registrar-root.pem", "registrar.pem", "registrar-key.pem"])
    func `a file that is missing or another's is named`(_ name: String) throws {
        var files = Dictionary(uniqueKeysWithValues: try World.registrar.files().map { ($0.name, $0.text) })
        files[name] = nil
        let missing = #expect(throws: UnacceptableMember.self) { try DemoRegistrar { files[$0] ?? "" } }
        #expect(missing?.member == name)
        files[name] = try World.other.files().first { $0.name == name }?.text
        #expect(throws: UnacceptableMember.self) { try DemoRegistrar { files[$0] ?? "" } }
    }

    @Test func `a stored book keeps numbers and revocations`() throws {
        var book = try RegistrationBook(statusURI: "https://registrar.example/status")
        for expected in 1...3 {
            let number = try book.add(subject: "NTRNL-1", expiresAt: 9).number
            #expect(number == expected)
        }
        try book.revoke(2)
        try book.revoke(2)
        let read = try RegistrationBook(parsing: book.json.encode())
        #expect(read == book && read.entries.map(\.isRevoked) == [false, true, false])
    }

    @Test func `what no status list could say is refused`() throws {
        #expect(throws: UnacceptableMember.self) { try RegistrationBook(statusURI: "http://registrar.example") }
        var book = try RegistrationBook(statusURI: nil)
        let status = try book.add(subject: "NTRNL-1", expiresAt: 9).status
        #expect(status == nil)
        #expect(throws: UnacceptableMember.self) { try book.revoke(1) }
        #expect(throws: UnacceptableMember.self) { try book.statusList(issuedAt: 0, lifetime: 1) }
        var other = try RegistrationBook(statusURI: "https://registrar.example")
        for number in [0, 1, -1] { #expect(throws: UnacceptableMember.self) { try other.revoke(number) } }
        #expect(throws: UnacceptableMember.self) { try RegistrationBook(parsing: Array("[]".utf8)) }
    }

    @Test func `secret files are readable by their owner only, and one file that exists stops all`() throws {
        let directory = try TemporaryDirectory()
        var files = NewFiles()
        files.add(directory.path("key"), "secret", isSecret: true)
        files.add(directory.path("certificate"), "public", isSecret: false)
        try files.write()
        for (name, mode) in [("key", 0o600), ("certificate", 0o644)] {
            let found = try FileManager.default.attributesOfItem(atPath: directory.path(name))[.posixPermissions] as? NSNumber
            #expect(found?.intValue == mode)
        }
        var others = NewFiles()
        others.add(directory.path("other"), "new", isSecret: true)
        others.add(directory.path("certificate"), "new", isSecret: false)
        #expect(throws: FileError.self) { try others.write() }
        #expect(directory.names == ["certificate", "key"])
        #expect(try directory.bytes("certificate") == Array("public".utf8))
    }
}
