// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Synchronization

/// Tells the person at the terminal what to open. What it writes appears at once, also through a pipe.
final class Announcer: Sendable {
    private let directory: String
    private let isFirst = Mutex(true)

    /// - Parameter directory: where the state is.
    init(directory: String) {
        self.directory = directory
    }

    /// Prints an address that opens the page once.
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

    /// Says that another demo took the link, without naming the link.
    func sayTaken() {
        write("The wallet that runs in \(directory) has taken the link.")
    }

    /// Says what does not work although the program goes on.
    func warn(_ sentence: String) {
        FileHandle.standardError.write(Data((sentence + "\n").utf8))
    }

    /// Says that the phone is off.
    func sayGoodbye() {
        write("The phone is off. Start the program again to go on where it was.")
    }

    private func write(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}
