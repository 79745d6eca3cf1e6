// SPDX-License-Identifier: EUPL-1.2

/// Why a simulated phone cannot be switched on or cannot keep its state. It names files of the state directory, never their contents.
package struct SimulatedPhoneError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of faults.
    package struct Code: Hashable, Sendable {
        private let name: String

        /// Another program uses the state directory now.
        package static let directoryInUse = Code(name: "directoryInUse")
        /// The state directory cannot be made or written: no permission, a full disk, something else at its place.
        package static let directoryUnusable = Code(name: "directoryUnusable")
        /// The phone's state is there, but cannot be read. It is left as it is.
        package static let stateDamaged = Code(name: "stateDamaged")
        /// The phone's state was written by a newer version. It is left as it is.
        package static let stateTooNew = Code(name: "stateTooNew")
        /// The phone that lives there is of another kind than the one that is asked for. It is left as it is.
        package static let otherKind = Code(name: "otherKind")
    }

    /// What is wrong.
    package let code: Code
    /// What is wrong, in words that can be shown to whoever started the program.
    package let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
