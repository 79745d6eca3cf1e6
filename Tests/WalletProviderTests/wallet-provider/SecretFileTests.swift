// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ServerState
import TestEnvironment
import Testing

/// Secret files may be readable only by their owner.
struct SecretFileTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func `the secret is the first line of a file that only its owner may read`() throws {
        for (content, secret) in [("a b\n", "a b"), ("a\r\nb\n", "a"), ("ab", "ab")] {
            try directory.write(Array(content.utf8), to: "secret")
            try mode(0o600)
            #expect(try SecretFile(path: directory.path("secret")).firstLine() == secret)
        }
        for content in ["", "\n", "\r\n", "\nab"] {
            try directory.write(Array(content.utf8), to: "secret")
            try mode(0o600)
            #expect(throws: StartError.self) { try SecretFile(path: directory.path("secret")).firstLine() }
        }
        try directory.write(Array("canary\n".utf8), to: "secret")
        for open in [0o640, 0o604, 0o660, 0o777] {
            try mode(open)
            let error = #expect(throws: StartError.self) { try SecretFile(path: directory.path("secret")).firstLine() }
            #expect(error.map { $0.description.contains("0600") && !$0.description.contains("canary") } == true)
        }
        #expect(throws: StartError.self) { try SecretFile(path: directory.path("none")).firstLine() }
    }

    @Test func `a group may read systemd's credentials, because that group is the service's access list`() throws {
        let credentials = directory.path("credentials")
        let environment = ["CREDENTIALS_DIRECTORY": credentials]
        try FileManager.default.createDirectory(atPath: credentials, withIntermediateDirectories: false)
        try directory.write(Array("canary\n".utf8), to: "credentials/pin")
        let path = credentials + "/pin"
        for closed in [0o400, 0o440, 0o600, 0o640] {
            try mode(closed, "credentials/pin")
            #expect(try SecretFile(path: path, environment: environment).firstLine() == "canary")
        }
        for open in [0o444, 0o460, 0o604, 0o660] {
            try mode(open, "credentials/pin")
            #expect(throws: StartError.self) { try SecretFile(path: path, environment: environment).check() }
        }
    }

    @Test func `a group may read no other file, by whatever link`() throws {
        let credentials = directory.path("credentials")
        try FileManager.default.createDirectory(atPath: credentials, withIntermediateDirectories: false)
        for other in ["secret", "credentials-of-another"] { try directory.write(Array("canary\n".utf8), to: other) }
        for other in ["secret", "credentials-of-another"] { try mode(0o440, other) }
        try FileManager.default.createSymbolicLink(atPath: credentials + "/link", withDestinationPath: directory.path("secret"))
        let paths = [
            directory.path("secret"), directory.path("credentials-of-another"), credentials + "/../secret", credentials + "/link",
        ]
        for path in paths {
            for environment in [["CREDENTIALS_DIRECTORY": credentials], ["CREDENTIALS_DIRECTORY": ""], [:]] {
                #expect(throws: StartError.self) { try SecretFile(path: path, environment: environment).check() }
            }
        }
        try mode(0o600, "secret")
        #expect(try SecretFile(path: credentials + "/link", environment: [:]).firstLine() == "canary")
    }

    private func mode(_ mode: Int, _ name: String = "secret") throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: directory.path(name))
    }
}
