// SPDX-License-Identifier: EUPL-1.2

package import WalletInterface

/// A point of the core's work at which a crash, a fault or a delay must leave a wallet that can go on: around every write. They name
/// themselves by what is written, so that none can be forgotten. What is sent and what the hardware does can be met at the bridges.
package struct Checkpoint: Sendable, Hashable, CustomStringConvertible {
    /// What happens at it.
    package enum Act: String, Sendable, Hashable {
        /// A transaction of the store, named by its values.
        case write
        /// A file beside the store is replaced or removed.
        case file
    }

    /// On which side of the act it is.
    package enum Side: String, Sendable, Hashable {
        /// It has not begun.
        case before
        /// It is done: what was written is on the disk.
        case after
    }

    /// What happens.
    package let act: Act
    /// With what; no secret and no personal value.
    package let name: String
    /// Whether it is done.
    package let side: Side

    /// Names a point.
    package init(_ act: Act, _ name: String, _ side: Side) {
        self.act = act
        self.name = name
        self.side = side
    }

    /// `before write account.registration`.
    package var description: String { "\(side) \(act) \(name)" }
}

/// Is told of every checkpoint. In a wallet in use nothing listens; the kill harness ends the process or fails the act.
package protocol CheckpointObserver: Sendable {
    /// A checkpoint is reached.
    ///
    /// - Throws: the error that the act fails with.
    func reach(_ checkpoint: Checkpoint) throws(WalletCoreError)
}

/// Listens to nothing.
package struct NoCheckpointObserver: CheckpointObserver {
    /// Makes one.
    package init() {}

    /// Does nothing.
    package func reach(_ checkpoint: Checkpoint) {}
}
