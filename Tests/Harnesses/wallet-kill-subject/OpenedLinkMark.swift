// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// A file with the time at which the phone's call with a link returned, as long as the link must not be lost.
struct OpenedLinkMark: Sendable {
    /// The lifetime of a link in the wallet, in seconds, as configured by default.
    private static let lifetime: TimeInterval = 300
    private let path: String

    init(in directory: String) {
        path = directory + "/link-opened"
    }

    /// Records that the call returned.
    func set(at now: Date) { try? Data(String(now.timeIntervalSince1970).utf8).write(to: URL(filePath: path)) }

    /// Records that the link was seen.
    func clear() { try? FileManager.default.removeItem(atPath: path) }

    /// Returns true if the link was opened, was not seen yet, and has not expired.
    func isValid(at now: Date) -> Bool {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8), let opened = TimeInterval(text) else { return false }
        return now.timeIntervalSince1970 - opened < Self.lifetime
    }
}
