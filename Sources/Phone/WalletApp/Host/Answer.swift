// SPDX-License-Identifier: EUPL-1.2

/// What came from the glass: a control was pressed or something was entered.
package struct Answer: Sendable, CustomStringConvertible {
    /// The presentation that the person saw.
    package let ticket: Int
    /// The control, named by the row that it takes.
    package let control: Row
    /// What was entered; nil for a button.
    package let value: Entered?

    /// Without the value, which may be a PIN.
    package var description: String { "Answer(\(ticket), \(control))" }

    /// Makes an answer of something that is no secret.
    package init(ticket: Int, control: Row, value: String?) {
        self.init(ticket: ticket, control: control, entered: value.map { Entered($0) })
    }

    /// Makes an answer.
    package init(ticket: Int, control: Row, entered value: Entered?) {
        self.ticket = ticket
        self.control = control
        self.value = value
    }
}
