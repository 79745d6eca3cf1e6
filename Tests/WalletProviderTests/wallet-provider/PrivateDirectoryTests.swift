// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ServerState
import TestEnvironment
import Testing

/// The modes of the directories and files that contain keys and accounts.
struct PrivateDirectoryTests {
    private let directory: TemporaryDirectory
    private let state: String
    private var files: ProviderFiles { ProviderFiles(directory: state) }

    init() throws {
        directory = try TemporaryDirectory()
        state = directory.path("state")
        try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: false)
        try mode(0o700, state)
    }

    private func mode(_ mode: Int, _ path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    /// Creates key files with their default mode.
    private func makeKeys() throws {
        for file in [files.secret, files.keys] {
            try Data("canary".utf8).write(to: URL(filePath: file))
            try mode(0o600, file)
        }
    }

    @Test(arguments: [0o750, 0o705, 0o710, 0o701, 0o770, 0o777, 0o755])
    func `a directory that other users may list, enter or change is rejected with the mode to set`(_ open: Int) throws {
        try mode(open, state)
        for check in [{ try PrivateDirectory(path: state).check() }, { try files.begin() }, { _ = try ServerDirectory(opening: state) }] {
            let error = #expect(throws: StartError.self) { try check() }
            #expect(error?.description.contains("0700") == true && error?.description.contains(state) == true)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: state) == [], "nothing is made in it")
    }

    @Test(arguments: [0o700, 0o500, 0o300])
    func `a directory accessible only to its owner is accepted, and so is a missing directory`(_ closed: Int) throws {
        try mode(closed, state)
        try PrivateDirectory(path: state).check()
        try PrivateDirectory(path: state + "/none").check()
        try mode(0o700, state)
    }

    @Test func `for a link the mode of its target counts`() throws {
        let link = directory.path("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: state)
        try PrivateDirectory(path: link).check()
        try mode(0o755, state)
        #expect(throws: StartError.self) { try PrivateDirectory(path: link).check() }
    }

    @Test func `a file in place of the directory is rejected`() throws {
        try directory.write([1], to: "file")
        #expect(throws: StartError.self) { try PrivateDirectory(path: directory.path("file")).check() }
    }

    @Test(arguments: ["keys.secret", "keys.sealed"], [0o640, 0o604, 0o620, 0o644, 0o666])
    func `a key file open to others is rejected by name, without its content`(_ name: String, _ open: Int) throws {
        try makeKeys()
        try files.checkPrivacy()
        let path = state + "/" + name
        try mode(open, path)
        for check in [{ try files.checkPrivacy() }, { try files.begin() }] {
            let error = #expect(throws: StartError.self) { try check() }
            let text = error?.description ?? ""
            #expect(text.contains(path) && text.contains("0600") && !text.contains("canary"))
        }
        try mode(0o400, path)
        try files.checkPrivacy()
    }
}
