// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ServerKit
import SwiftASN1
import TestEnvironment
import Testing
import X509

struct DevelopmentCertificateTests {
    let directory: TemporaryDirectory
    let now = Date(timeIntervalSince1970: 1_767_225_600)
    static let year: TimeInterval = 365 * 86_400

    init() throws {
        directory = try TemporaryDirectory()
    }

    func make(at now: Date? = nil) throws -> DevelopmentCertificateAuthority {
        try DevelopmentCertificateAuthority(directory: directory.url, now: now ?? self.now)
    }

    func server() throws -> Certificate {
        try Certificate(pemEncoded: String(contentsOfFile: directory.path("server.pem"), encoding: .utf8))
    }

    @Test func `the authority is created once and then reused`() throws {
        let first = try make()
        let server = try server()
        let second = try make()
        #expect(first.rootCertificate == second.rootCertificate)
        #expect(try self.server() == server)
        #expect(directory.names == ["ca-key.pem", "ca.pem", "server-key.pem", "server.pem"])
    }

    @Test func `key files are readable only by their owner`() throws {
        _ = try make()
        for name in ["ca-key.pem", "server-key.pem"] {
            #expect(try FileManager.default.attributesOfItem(atPath: directory.path(name))[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test func `the server certificate is for localhost, from the authority, and valid for ten years`() throws {
        let authority = try Certificate(derEncoded: make().rootCertificate)
        let server = try server()
        #expect(authority.publicKey.isValidSignature(server.signature, for: server))
        #expect(server.notValidAfter > now + 9 * Self.year)
        #expect(server.notValidBefore < now)
        let names = try #require(try server.extensions.subjectAlternativeNames)
        #expect(names.contains(.dnsName("localhost")))
        #expect(names.count == 3)
    }

    @Test func `the server's certificate is renewed when less than a year is left, under the same authority`() throws {
        let first = try make()
        let before = try server()
        let second = try make(at: now + 9.5 * Self.year)
        #expect(second.rootCertificate == first.rootCertificate)
        #expect(try server() != before)
        #expect(try server().notValidAfter > now + 19 * Self.year)
    }

    @Test func `an expired authority is an error that names the file`() throws {
        _ = try make()
        let error = #expect(throws: DevelopmentCertificateError.self) { try make(at: now + 11 * Self.year) }
        #expect(error?.description.contains("ca.pem") == true)
    }

    @Test(arguments: ["ca.pem", "ca-key.pem", "server.pem", "server-key.pem"])
    func `a damaged file is an error and is not overwritten`(_ name: String) throws {
        _ = try make()
        try directory.write(Array("garbage".utf8), to: name)
        #expect(throws: DevelopmentCertificateError.self) { try make() }
        #expect(try directory.bytes(name) == Array("garbage".utf8))
    }

    @Test func `an authority with a key of another certificate is an error that names both files, and neither is overwritten`() throws {
        _ = try make()
        let (certificate, other) = (try directory.bytes("ca.pem"), try directory.bytes("server-key.pem"))
        try directory.write(other, to: "ca-key.pem")
        let error = #expect(throws: DevelopmentCertificateError.self) { try make() }
        #expect(error?.description.contains("ca.pem") == true)
        #expect(error?.description.contains("ca-key.pem") == true)
        #expect(try directory.bytes("ca.pem") == certificate)
        #expect(try directory.bytes("ca-key.pem") == other)
    }

    @Test(arguments: ["server.pem", "server-key.pem"])
    func `an incomplete pair of server files is created again under the same authority`(_ name: String) throws {
        let first = try make()
        try directory.remove(name)
        #expect(try make().rootCertificate == first.rootCertificate)
        #expect(Set(directory.names) == ["ca-key.pem", "ca.pem", "server-key.pem", "server.pem"])
        #expect(try make().rootCertificate == first.rootCertificate)
    }

    @Test func `a renewal interrupted between writing key and certificate is repeated`() throws {
        let first = try make()
        let old = try directory.bytes("server.pem")
        try directory.remove("server-key.pem")
        _ = try make()
        try directory.write(old, to: "server.pem")
        #expect(try make().rootCertificate == first.rootCertificate)
        #expect(try directory.bytes("server.pem") != old)
    }

    @Test func `a key file alone does not count as an authority`() throws {
        let first = try make()
        for name in ["ca.pem", "server.pem", "server-key.pem"] { try directory.remove(name) }
        #expect(try make().rootCertificate != first.rootCertificate)
    }

    @Test(arguments: ["ca.pem", "ca-key.pem"])
    func `an authority with a missing file is an error and is not replaced`(_ name: String) throws {
        _ = try make()
        let whole = try directory.bytes(name)
        try directory.remove(name)
        #expect(throws: DevelopmentCertificateError.self) { try make() }
        #expect(!directory.names.contains(name))
        try directory.write(whole, to: name)
        #expect(throws: Never.self) { try make() }
    }
}
