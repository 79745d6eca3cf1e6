// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Synchronization
import Testing

/// The built `wallet-provider`, run as a process of its own.
struct ProgramRun {
    let status: Int32
    let output: String
    let errors: String

    private static var program: URL {
        URL(filePath: #filePath).appending(path: "../../../../.build/debug/wallet-provider").standardizedFileURL
    }

    /// Runs it to its end, or, when a text is given, until that text stands on the error output; then it is asked to stop.
    init(_ arguments: [String], stoppingAt text: String? = nil) async throws {
        let process = Process()
        process.executableURL = Self.program
        process.arguments = arguments
        let (output, errors) = (Collector(), Collector())
        process.standardOutput = output.pipe
        process.standardError = errors.pipe
        let (ends, ended) = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = { ended.yield($0.terminationStatus) }
        try process.run()
        if let text, await errors.contains(text) { process.terminate() }
        status = try #require(await ends.first { _ in true })
        self.output = await output.everything()
        self.errors = await errors.everything()
    }

    /// Gathers what comes through a pipe.
    private final class Collector: Sendable {
        let pipe = Pipe()
        private let text = Mutex("")
        private let changes: AsyncStream<Void>
        private let change: AsyncStream<Void>.Continuation

        init() {
            (changes, change) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
            pipe.fileHandleForReading.readabilityHandler = { [text, change] handle in
                let data = handle.availableData
                guard !data.isEmpty else {
                    handle.readabilityHandler = nil
                    return change.finish()
                }
                text.withLock { $0 += String(decoding: data, as: UTF8.self) }
                change.yield()
            }
        }

        /// Whether the text comes before the pipe ends.
        func contains(_ part: String) async -> Bool {
            if text.withLock({ $0.contains(part) }) { return true }
            for await _ in changes where text.withLock({ $0.contains(part) }) { return true }
            return text.withLock { $0.contains(part) }
        }

        /// All of it, once the pipe has ended.
        func everything() async -> String {
            for await _ in changes {}
            return text.withLock { $0 }
        }
    }
}
