// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PKCS11HSM

#if canImport(Glibc)
import Glibc
#endif

/// A SoftHSM token of a test's own, gone with the last reference, and a copy of the module for it.
///
/// What a PKCS#11 module keeps, it keeps for the process, and SoftHSM finds its tokens through a variable of the process. So that tests can
/// run side by side, each token has a copy of the module, which the loader takes for another library; in the copy the path of the
/// configuration is replaced by one of the same length at most, and the name of the variable by one that nobody sets.
final class SoftHSMToken: Sendable {
    let label = "test"
    let pin = "834512"
    let modulePath: String
    private let directory: String
    private let tokens: String

    /// Where Debian installs the module and its tool.
    private static let installedModule = "/usr/lib/softhsm/libsofthsm2.so"
    private static let tool = "/usr/bin/softhsm2-util"

    /// Why there is no token.
    struct NotInstalled: Error, CustomStringConvertible {
        let description = "SoftHSM is not installed; Scripts/install-packages test does that"
    }

    /// Makes an empty token.
    ///
    /// - Throws: `NotInstalled` without SoftHSM: what is not tested is no success.
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

    /// Settings for this token: no pause between connections, as no test waits; and no call fails because the machine is busy.
    var configuration: PKCS11Configuration {
        var configuration = PKCS11Configuration(modulePath: modulePath, tokenLabel: label, pin: TokenPIN(pin))
        configuration.reconnectPause = .zero
        configuration.callTimeLimit = .seconds(40)
        return configuration
    }

    /// The path of another copy of the module, which has the same token as another process has it.
    func anotherModule() throws -> String {
        let path = directory + "/module-\(UUID().uuidString).so"
        try FileManager.default.copyItem(atPath: modulePath, toPath: path)
        return path
    }

    /// Takes the token out of the reader; a module that is running notices when it is initialised the next time.
    func takeAway() throws {
        try FileManager.default.moveItem(atPath: tokens, toPath: tokens + "-away")
        try FileManager.default.createDirectory(atPath: tokens, withIntermediateDirectories: true)
    }

    /// Puts the token back.
    func putBack() throws {
        try FileManager.default.removeItem(atPath: tokens)
        try FileManager.default.moveItem(atPath: tokens + "-away", toPath: tokens)
    }

    /// Does something while nobody else on this machine does so. SoftHSM reads its configuration with `strtok`, so two copies of the module
    /// must not be initialised at the same time.
    static func alone<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        let descriptor = unsafe open(installedModule, O_RDONLY | O_CLOEXEC)
        flock(descriptor, LOCK_EX)
        defer { close(descriptor) }
        return try body()
    }

    /// Replaces a text that ends with a zero byte by another one that is no longer.
    private static func replace(_ text: String, by other: String, in module: inout Data) throws {
        guard other.utf8.count <= text.utf8.count, let range = module.range(of: Data(text.utf8) + [0]) else {
            throw CocoaError(.fileReadCorruptFile)
        }
        let padding = [UInt8](repeating: 0, count: range.count - other.utf8.count)
        module.replaceSubrange(range, with: Array(other.utf8) + padding)
    }
}
