// SPDX-License-Identifier: EUPL-1.2

package import WalletInterface

/// A point in the core's work where a crash, a fault or a delay must leave the wallet able to continue: before and after each write. Its
/// name is derived from the written data, so no point can be missed. Requests and hardware operations are observable at the bridges.
package struct Checkpoint: Sendable, Hashable, CustomStringConvertible {
    /// The act at a checkpoint.
    package enum Act: String, Sendable, Hashable {
        /// A transaction of the store, named by its values.
        case write
        /// The replacement or removal of a file beside the store.
        case file
    }

    /// The side of the act.
    package enum Side: String, Sendable, Hashable {
        /// The act has not begun.
        case before
        /// The act is complete: the data is on disk.
        case after
    }

    package let act: Act
    /// The name of the act; no secret and no personal value.
    package let name: String
    package let side: Side

    package init(_ act: Act, _ name: String, _ side: Side) {
        self.act = act
        self.name = name
        self.side = side
    }

    /// Such as `before write account.registration`.
    package var description: String { "\(side) \(act) \(name)" }
}

/// An observer of every checkpoint. In production it does nothing; the kill harness ends the process or fails the act.
package protocol CheckpointObserver: Sendable {
    /// Called at a checkpoint.
    ///
    /// - Throws: the error with which the act fails.
    func reach(_ checkpoint: Checkpoint) throws(WalletCoreError)
}

/// An observer that does nothing.
package struct NoCheckpointObserver: CheckpointObserver {
    package init() {}

    /// Does nothing.
    package func reach(_ checkpoint: Checkpoint) {}
}
