// SPDX-License-Identifier: EUPL-1.2

/// The places of the flows on the map of the design column: two ways to the cards, and what lies behind them.
///
/// The map is drawn by hand, because the rows' connections alone order no picture. A test compares it with the design library: every flow
/// is on it, and every connection is stated by a row.
enum FlowMap {
    /// A part of the map, from the top down.
    enum Part: Sendable, Hashable {
        /// One flow in the middle.
        case middle(String)
        /// Two ways beside each other, each from the top down. True if both lead on to the next part.
        case ways([String], [String], leadOn: Bool)
        /// Small boxes under a heading, reached from many places.
        case group(String, [String])
    }

    static let parts: [Part] = [
        .middle("UC1.2"),
        .ways(["UC1.1", "UC2.1", "UC3.1"], ["UC2.3", "UC2.3.2"], leadOn: true),
        .middle("UC7.1"),
        .ways(["UC7.2", "UC6.2", "UC6.3"], ["UC9.1", "UC6.1"], leadOn: false),
        .group("From a card", ["UC7.4"]),
        .group("With an organization", ["UC9.9", "UC5.1", "UC5.2"]),
        .group("From the menu", ["UC2.2", "UC2.6", "UC9.2", "UC9.3", "UC9.4", "UC9.6", "UC9.7", "UC9.12"]),
        .group("Parts that flows share", ["PF1.4", "PF2.4", "PF2.7", "PF2.8", "PF2.9", "PF2.10"]),
        .group("In the browser", ["UC10.1"]),
    ]

    /// The flows on the map, from the top down.
    static var flows: [String] { parts.flatMap(\.flows) }

    /// The connections that the map draws.
    static var connections: [(from: String, to: String)] {
        var ends: [String] = []
        var connections: [(from: String, to: String)] = []
        for part in parts {
            switch part {
            case .middle(let flow):
                connections += ends.map { (from: $0, to: flow) }
                ends = [flow]
            case .ways(let left, let right, let leadOn):
                for way in [left, right] { connections += zip(ends + way, way).map { (from: $0, to: $1) } }
                ends = leadOn ? [left, right].compactMap(\.last) : []
            case .group: ends = []
            }
        }
        return connections
    }
}

extension FlowMap.Part {
    var flows: [String] {
        switch self {
        case .middle(let flow): [flow]
        case .ways(let left, let right, _): left + right
        case .group(_, let flows): flows
        }
    }
}
