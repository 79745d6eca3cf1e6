// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Foundation
import PKCS11HSM

#if canImport(Glibc)
import Glibc
#endif

/// A SoftHSM token of one test, removed with the last reference, with its own copy of the module.
///
/// A PKCS#11 module's state is global to the process, and SoftHSM finds its tokens through an environment variable. To let tests run in
/// parallel, each token has a copy of the module, which the loader treats as a separate library. In the copy, the path of the configuration
/// is replaced by one that is not longer, and the variable's name by one that is never set.
final class SoftHSMToken: Sendable {
    let label = "test"
    let pin = "834512"
    let modulePath: String
    private let directory: String
    private let tokens: String

    /// The path where Debian installs the module.
    private static let installedModule = "/usr/lib/softhsm/libsofthsm2.so"
    private static let tool = "/usr/bin/softhsm2-util"

    /// The reason why there is no token.
    struct NotInstalled: Error, CustomStringConvertible {
        let description = "SoftHSM is not installed; Scripts/install-packages test does that"
    }

    /// Creates an empty token.
    ///
    /// - Throws: `NotInstalled` without SoftHSM, because an untested feature must not count as success.
    init() throws {
        guard FileManager.default.fileExists(atPath: Self.installedModule), FileManager.default.isExecutableFile(atPath: Self.tool) else {
            throw NotInstalled()
        }
        directory = "/tmp/wst-" + UUID().uuidString.prefix(8)
        tokens = directory + "/tokens"
        modulePath = directory + "/module.so"
        try FileManager.default.createDirectory(atPath: tokens, withIntermediateDirectories: true)
        let configuration = directory + "/s.conf"
        let text = "directories.tokendir = \(tokens)\nobjectstore.backend = file\nlog.level = ERROR\nslots.removable = false\n"
        try text.write(toFile: configuration, atomically: true, encoding: .utf8)

        var module = try Data(contentsOf: URL(filePath: Self.installedModule))
        try Self.replace("/etc/softhsm/softhsm2.conf", by: configuration, in: &module)
        try Self.replace("SOFTHSM2_CONF", by: "SOFTHSM2_NONE", in: &module)
        try module.write(to: URL(filePath: modulePath))

        let process = Process()
        process.executableURL = URL(filePath: Self.tool)
        process.arguments = [
            "--init-token", "--free", "--label", label, "--pin", pin, "--so-pin", "99887766", "--module", modulePath,
        ]
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    /// Settings for tests: no pause between connections, and time limits that a busy machine does not exceed.
    var configuration: PKCS11Configuration {
        var configuration = PKCS11Configuration(modulePath: modulePath, tokenLabel: label, pin: TokenPIN(pin), timeouts: .patient)
        configuration.reconnectPause = .zero
        return configuration
    }

    /// Creates a second copy of the module for the same token, like a second process.
    func anotherModule() throws -> String {
        let path = directory + "/module-\(UUID().uuidString).so"
        try FileManager.default.copyItem(atPath: modulePath, toPath: path)
        return path
    }

    /// Removes the token. A running module notices this at its next initialisation.
    func takeAway() throws {
        try FileManager.default.moveItem(atPath: tokens, toPath: tokens + "-away")
        try FileManager.default.createDirectory(atPath: tokens, withIntermediateDirectories: true)
    }

    /// Reinserts the token.
    func putBack() throws {
        try FileManager.default.removeItem(atPath: tokens)
        try FileManager.default.moveItem(atPath: tokens + "-away", toPath: tokens)
    }

    /// Runs the body under a machine-wide lock. SoftHSM parses its configuration with `strtok`, so two copies of the module must not be
    /// initialised concurrently.
    static func alone<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        let descriptor = unsafe open(installedModule, O_RDONLY | O_CLOEXEC)
        flock(descriptor, LOCK_EX)
        defer { close(descriptor) }
        return try body()
    }

    /// Replaces a zero-terminated text by a text that is not longer.
    private static func replace(_ text: String, by other: String, in module: inout Data) throws {
        guard other.utf8.count <= text.utf8.count, let range = module.range(of: Data(text.utf8) + [0]) else {
            throw CocoaError(.fileReadCorruptFile)
        }
        let padding = [UInt8](repeating: 0, count: range.count - other.utf8.count)
        module.replaceSubrange(range, with: Array(other.utf8) + padding)
    }
}
