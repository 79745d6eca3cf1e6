// SPDX-License-Identifier: EUPL-1.2

/// The reason that a simulated phone cannot be switched on or cannot store its state. It names files of the state directory, never their contents.
package struct SimulatedPhoneError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of faults.
    package struct Code: Hashable, Sendable {
        private let name: String

        /// Another program uses the state directory.
        package static let directoryInUse = Code(name: "directoryInUse")
        /// The state directory cannot be made or written: no permission, a full disk, or another file in its place.
        package static let directoryUnusable = Code(name: "directoryUnusable")
        /// The phone's state exists, but cannot be read. It stays as it is.
        package static let stateDamaged = Code(name: "stateDamaged")
        /// The phone's state was written by a newer version. It stays as it is.
        package static let stateTooNew = Code(name: "stateTooNew")
        /// The stored phone is of another kind than requested. It stays as it is.
        package static let otherKind = Code(name: "otherKind")
    }

    package let code: Code
    /// An explanation for the person who started the program.
    package let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
