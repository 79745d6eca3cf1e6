// SPDX-License-Identifier: EUPL-1.2

/// The measurement of an installation.
struct UnlockResult: Sendable {
    let kind: Installation.Kind
    let connections: Int
    let sizes: Fleet.Sizes
    /// At least one.
    let rounds: [UnlockRound]
    let halfLoads: [HalfLoad]
    let inProcess: InProcess
    /// nil without counted instructions.
    let whereItGoes: WhereItGoes?

    /// Unlocks per commit of `pgbench`, both per second; nil for an embedded database.
    var toCommits: Spread? {
        let ratios = rounds.compactMap { round in round.commits.map { round.unlocks.throughput / $0.commitsPerSecond } }
        return ratios.isEmpty ? nil : Spread(ratios)
    }

    /// The 99th percentile at half load, in medians without load.
    var toIdleMedian: Spread { Spread(halfLoads.map(\.ratio)) }

    /// Of the round with the median of the ratios, because the medians of parts are not those of their sum.
    var slowest: SlowestUnlocks { halfLoads.sorted { $0.ratio < $1.ratio }[halfLoads.count / 2].slowest }

    var toOwnFloor: Spread { rounds.spread { $0.server / $0.ownFloor } }
    var toFormerFloor: Spread { rounds.spread { $0.server / $0.formerFloor } }
    var toFormerConstant: Spread { rounds.spread { $0.server / Floor.formerConstant } }
}
