// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Synchronization

/// Prints messages for the user at the terminal. Each message is flushed, so that it also passes through a pipe immediately.
final class Announcer: Sendable {
    private let directory: String
    private let isFirst = Mutex(true)

    /// - Parameter directory: the state directory.
    init(directory: String) {
        self.directory = directory
    }

    /// Prints a URL that opens the page once.
    func announce(_ address: String) {
        let isFirst = isFirst.withLock { isFirst in
            defer { isFirst = false }
            return isFirst
        }
        if isFirst {
            write("The phone is on. Its state is in \(directory). Ctrl-C switches it off.")
            write("Open \(address)")
        } else {
            write("The page is open. The address worked once; for another tab: \(address)")
        }
    }

    /// Reports that the running demo took the link, without printing the link.
    func sayTaken() {
        write("The wallet that runs in \(directory) has taken the link.")
    }

    /// Prints a warning; the program continues.
    func warn(_ sentence: String) {
        FileHandle.standardError.write(Data((sentence + "\n").utf8))
    }

    /// Reports that the phone is switched off.
    func sayGoodbye() {
        write("The phone is off. Start the program again to go on where it was.")
    }

    private func write(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}
