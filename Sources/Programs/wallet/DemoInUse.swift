// SPDX-License-Identifier: EUPL-1.2

/// The error for a state directory that another running demo uses.
struct DemoInUse: Error, CustomStringConvertible {
    let path: String

    var description: String { "\(path) is in use already by another running wallet. Stop that one first, or choose another --state." }
}
