// SPDX-License-Identifier: EUPL-1.2

/// Input that the registrar refuses: the member at fault and what is wrong with it. It contains no value of the input.
package struct UnacceptableMember: Error, Hashable, Sendable, CustomStringConvertible {
    /// The member of the registration or of the certificate's subject, such as `purpose`.
    package let member: String
    /// The fault, for the operator.
    package let problem: String

    /// A member and what is wrong with it.
    package init(_ member: String, _ problem: String) {
        self.member = member
        self.problem = problem
    }

    /// Both, as one line.
    package var description: String { "\(member): \(problem)" }
}
