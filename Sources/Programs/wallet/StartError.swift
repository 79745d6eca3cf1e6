// SPDX-License-Identifier: EUPL-1.2

/// Why the demo does not start: one sentence for the person who started it.
struct StartError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
