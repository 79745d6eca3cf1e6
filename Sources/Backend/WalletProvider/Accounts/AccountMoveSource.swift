// SPDX-License-Identifier: EUPL-1.2

/// A database whose accounts move to a second database.
package protocol AccountMoveSource: Sendable {
    /// Returns the mark of a move that was committed or may have been; nil if the database is in use.
    func moveMark() throws -> AccountMoveMark?

    /// Reads rows while no other program can write. Blocks.
    func withRows<Value>(_ body: (any AccountRowSource) throws -> Value) throws -> Value

    /// Reads rows like `withRows`, and then marks the database as moved, durably: from then on it refuses to be opened and written, also
    /// writes that waited for `body`. Blocks.
    ///
    /// - Throws: errors of `body`; errors of the database. After an error it is not marked.
    func retire(_ body: (any AccountRowSource) throws -> AccountMoveMark) throws

    /// Removes the mark, so that the database is in use again. Blocks.
    func removeMoveMark() throws
}

/// The record of a move in the moved database, by which a later run finds out whether the move took place.
package struct AccountMoveMark: Sendable, Hashable {
    /// The id of the move, which the target keeps until the move is committed.
    package let id: String
    /// The number of the move's audit record, which the target has as soon as the move is committed.
    package let number: Int64
    /// The hash of that record, 32 bytes.
    package let hash: [UInt8]

    package init(id: String, number: Int64, hash: [UInt8]) {
        self.id = id
        self.number = number
        self.hash = hash
    }
}

/// A move of accounts that did not take place. The reason is one or more sentences for the operator.
package typealias AccountMoveError = CodedError<AccountMoveErrorCode>

/// The kinds of ``AccountMoveError``. After each of them no account was moved.
package enum AccountMoveErrorCode: String, ErrorCode {
    /// The target has rows of its own.
    case targetNotEmpty
    /// Another move into the target runs.
    case targetBusy
    /// An earlier move of the source went, or may have gone, to another target.
    case otherTarget
    /// A command changed the source between the check of its audit log and the move.
    case sourceChanged
    /// Source and target do not have the same columns.
    case differentColumns
    /// The rows read back from the target differ from the source's.
    case differentRows

    /// Returns the reason alone, because it is a sentence.
    package func message(_ reason: String) -> String { reason }
}
