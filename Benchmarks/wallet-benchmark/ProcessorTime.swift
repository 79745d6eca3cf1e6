// SPDX-License-Identifier: EUPL-1.2

/// Processor seconds, in the program and in the kernel.
struct ProcessorTime: Sendable {
    var user = 0.0
    var system = 0.0

    var total: Double { user + system }

    static func + (left: ProcessorTime, right: ProcessorTime) -> ProcessorTime {
        ProcessorTime(user: left.user + right.user, system: left.system + right.system)
    }

    static func - (left: ProcessorTime, right: ProcessorTime) -> ProcessorTime {
        ProcessorTime(user: left.user - right.user, system: left.system - right.system)
    }

    static func / (time: ProcessorTime, count: Int) -> ProcessorTime {
        ProcessorTime(user: time.user / Double(count), system: time.system / Double(count))
    }
}
