// SPDX-License-Identifier: EUPL-1.2

/// What the HSM could not do, and why.
///
/// Two errors are equal when their codes are. The reason holds no key and no personal value.
package struct HSMError: Error, Sendable, CustomStringConvertible {
    /// What went wrong, for code that decides on it.
    package let code: Code
    /// What went wrong, in a few words for the operator.
    package let reason: String

    /// An error of that kind; `reason` is a constant text, or one with a file's path, a label or a code of PKCS#11.
    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// The kinds of `HSMError`; open, so that a new kind breaks no `switch`.
    package struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The code's name, fit for logs.
        package let description: String

        private init(_ name: String) { description = name }

        /// The HSM cannot be reached or does not answer; trying again later may help.
        package static let unavailable = Code("unavailable")
        /// There is no key with this id or for this purpose.
        package static let keyMissing = Code("keyMissing")
        /// There is a key for this purpose, but it does not have the properties that a key must have here, so it is not used.
        package static let keyUnfit = Code("keyUnfit")
        /// The HSM refuses the PIN, or has locked it. It is not tried again, because tries are counted there.
        package static let accessDenied = Code("accessDenied")
        /// What is to be opened was not sealed by this HSM for this purpose and this associated data, or the key not wrapped for this binding.
        package static let notAuthentic = Code("notAuthentic")
        /// One of the two files of a software HSM is there, the other one is not.
        package static let incomplete = Code("incomplete")
        /// The file of keys, or the secret, is not what was written, or they do not belong together.
        package static let damaged = Code("damaged")
        /// The file of keys was written by a newer version of this program.
        package static let newerVersion = Code("newerVersion")
        /// A file cannot be read or written.
        package static let file = Code("file")
    }

    /// Code and reason.
    package var description: String { "HSM: \(code): \(reason)" }
}

extension HSMError: Hashable {
    /// True when the codes are the same.
    package static func == (left: HSMError, right: HSMError) -> Bool { left.code == right.code }

    /// Hashes the code only, as equality does.
    package func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
