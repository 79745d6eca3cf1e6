// SPDX-License-Identifier: EUPL-1.2

/// The measurement of an installation.
struct UnlockResult: Sendable {
    let kind: Installation.Kind
    let connections: Int
    let sizes: Fleet.Sizes
    /// At least one.
    let rounds: [UnlockRound]
    let inProcess: InProcess

    var toOwnFloor: Spread { rounds.spread { $0.server / $0.ownFloor } }
    var toFormerFloor: Spread { rounds.spread { $0.server / $0.formerFloor } }
    var toFormerConstant: Spread { rounds.spread { $0.server / Floor.formerConstant } }
}
