// SPDX-License-Identifier: EUPL-1.2

import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The times of log lines as texts. Lines of the same second share one text, because making it takes longer than the rest of the line.
final class LogTime: Sendable {
    private let last = Mutex<(second: Int64, text: String)?>(nil)
    private let make: @Sendable (Int64) -> String

    /// - Parameter make: returns the text of a second since 1970.
    init(_ make: @escaping @Sendable (Int64) -> String) { self.make = make }

    /// Returns the text of a second since 1970.
    func text(of second: Int64) -> String {
        last.withLock { last in
            if let last, last.second == second { return last.text }
            let text = make(second)
            last = (second, text)
            return text
        }
    }

    /// Returns a second in the machine's time zone, such as `2026-11-26T20:19:46+0100`.
    @Sendable static func local(_ second: Int64) -> String {
        // The zone may have changed since.
        tzset()
        var time = time_t(second)
        var parts = unsafe tm()
        guard unsafe localtime_r(&time, &parts) != nil else { return "<unknown>" }
        var text = [CChar](repeating: 0, count: 64)
        let count = unsafe strftime(&text, text.count, "%Y-%m-%dT%H:%M:%S%z", &parts)
        return String(decoding: text.prefix(count).map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    }
}
