// SPDX-License-Identifier: EUPL-1.2

/// A round of a measurement: unlocks and everything that they are compared with, one after the other, so that a change of the machine's speed
/// concerns both sides of a ratio.
struct UnlockRound: Sendable {
    let unlocks: Load
    /// The same number of exchanges of the same sizes with a server that does nothing.
    let bare: Load
    let floor: Floor
    /// The commits of `pgbench`; nil for an embedded database.
    var commits: CommitRate?
    /// Bytes of the database server's write-ahead log per unlock; nil for an embedded database.
    var logBytes: Double?

    /// Processor seconds of the server per unlock.
    var server: Double { unlocks.processorTime().total }
    /// Processor seconds of the bare server per exchange.
    var exchange: Double { bare.processorTime().total }
    /// The minimum processor seconds for the protocol.
    var ownFloor: Double { floor.total + exchange }
    /// The minimum for version 1 of the protocol, on this machine now.
    var formerFloor: Double { floor.formerTotal + Double(Floor.formerExchanges) * exchange }
}

extension [UnlockRound] {
    /// The median of a value and its range over the rounds.
    func spread(_ value: (UnlockRound) -> Double) -> Spread { Spread(map(value)) }

    /// The median of a value over the rounds.
    func median(_ value: (UnlockRound) -> Double) -> Double { spread(value).median }
}
