// SPDX-License-Identifier: EUPL-1.2

/// Another running demo has the state directory.
struct DemoInUse: Error, CustomStringConvertible {
    /// The directory.
    let path: String

    var description: String { "\(path) is in use already by another running wallet. Stop that one first, or choose another --state." }
}
