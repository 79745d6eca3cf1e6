// SPDX-License-Identifier: EUPL-1.2

public import Foundation

/// The wallet provider, the issuer, its login provider and the configuration server of `wallet demo`, run by the built program in a
/// separate process.
public struct DemoServers: Sendable {
    /// The state of the servers.
    public let state: URL

    /// The program did not start.
    public struct NotStarted: Error {
        public let output: String
    }

    /// Runs the servers in an empty directory while the body runs.
    public static func run(in directory: URL, _ body: (DemoServers) async throws -> Void) async throws {
        let state = directory.appending(path: "servers")
        let process = Process()
        // …/Examples/DemoServers/DemoServers.swift
        let repository = (0..<3).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        process.executableURL = repository.appending(path: ".build/debug/wallet")
        process.arguments = ["demo", "--patient", "--state", state.path, "--brand", "example"]
        process.standardInput = FileHandle.nullDevice
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        let (chunks, arrived) = AsyncStream.makeStream(of: Data.self)
        pipe.fileHandleForReading.readabilityHandler = { handle in
            // Foundation's availableData ends the process after an error.
            var buffer = Data(count: 1 << 16)
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(handle.fileDescriptor, $0.baseAddress, $0.count) }
            if count > 0 { arrived.yield(buffer.prefix(count)) } else if count == 0 || errno != EINTR { arrived.finish() }
        }
        try process.run()
        defer {
            process.terminate()
            process.waitUntilExit()
            pipe.fileHandleForReading.readabilityHandler = nil
        }
        var output = ""
        for await chunk in chunks {
            output += String(decoding: chunk, as: UTF8.self)
            // The address of the demo's page is printed once every server listens.
            guard !output.contains("Open http") else { return try await body(DemoServers(state: state)) }
        }
        throw NotStarted(output: output)
    }

    /// A file of the configuration server, as its operator hands it to the makers of an app.
    public func file(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: state.appending(path: "configuration/\(name)"))) }

    /// The authority whose iPhones the provider accepts.
    public func appleAuthority() throws -> String { try String(contentsOf: state.appending(path: "apple-ca.pem"), encoding: .utf8) }

    /// The authority whose Android phones the provider accepts.
    public func googleAuthority() throws -> String { try String(contentsOf: state.appending(path: "google-ca.pem"), encoding: .utf8) }

    /// The root of the issuer and its login provider.
    public var issuerRoot: String { state.appending(path: "issuer/tls/ca.pem").path }
}
