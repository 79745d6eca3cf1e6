// SPDX-License-Identifier: EUPL-1.2

/// An answer from the glass: a pressed control or an entered value.
package struct Answer: Sendable, CustomStringConvertible {
    /// The ticket of the presentation that the user saw.
    package let ticket: Int
    /// The control, identified by the row that it takes.
    package let control: Row
    /// The entered value; nil for a button.
    package let value: Entered?

    /// Omits the value, which may be a PIN.
    package var description: String { "Answer(\(ticket), \(control))" }

    /// Creates an answer from a value that is not secret.
    package init(ticket: Int, control: Row, value: String?) {
        self.init(ticket: ticket, control: control, entered: value.map { Entered($0) })
    }

    package init(ticket: Int, control: Row, entered value: Entered?) {
        self.ticket = ticket
        self.control = control
        self.value = value
    }
}
