// SPDX-License-Identifier: EUPL-1.2

import Foundation
import KillLink
import PhoneSimulator
import Testing

/// All faults of one flow on one kind of phone, with the outcomes. It tracks the known points and the faults played.
struct Course {
    /// The place of a fault: a point of the flow or of the way to its end, in the surviving process or a new one.
    private struct Spot: Hashable, CustomStringConvertible {
        enum Stretch: String { case run, sameProcess, newProcess }
        let stretch: Stretch
        let place: Fault.Place
        var description: String { stretch == .run ? "\(place)" : "\(place) on the way to the end (\(stretch.rawValue))" }
    }

    private struct Played: Hashable {
        let spot: Spot
        let kind: Fault.Kind
    }

    /// In the sample, one fault per this many later points.
    private static let laterSample = 20
    private static let laterKinds: [Fault.Kind] = [.kill, .error, .delay]

    private let campaign: Campaign
    private let isLong: Bool
    /// One fault, or in the long form one second fault, per this many points of the flow.
    private let stride: Int
    /// One fault per this many later points.
    private let laterStride: Int
    private(set) var row: KillRow
    private var played: Set<Played> = []
    /// The later points, in order of discovery, with the preceding fault.
    private var laterSpots: [(spot: Spot, after: Fault?)] = []
    /// The later points after a kill at each point.
    private var wayBack: [Fault.Place: [Fault.Place]] = [:]

    /// - Parameter chosenStride: overrides the flow's own strides in the long form.
    init(_ campaign: Campaign, isLong: Bool, chosenStride: Int?) {
        (self.campaign, self.isLong) = (campaign, isLong)
        stride = isLong ? chosenStride ?? campaign.flow.stride : campaign.flow.sample
        laterStride = isLong ? chosenStride ?? campaign.flow.laterStride : Self.laterSample * campaign.flow.sample
        row = KillRow(flow: "\(campaign.flow.name), \(campaign.phone.rawValue)")
    }

    /// Plays all faults.
    mutating func run() async throws {
        let points = try await campaign.points()
        row.points = points.count
        if let word = campaign.flow.passes, !points.contains(where: { "\($0)".contains(word) }) {
            row.unplayed += 1
            Issue.record("\(row.flow): no point is named \(word)")
        }
        try await play(nil)
        for (index, point) in points.enumerated() where isLong || index.isMultiple(of: stride) || point.isCommit {
            for kind in kinds(index) { try await play(Fault(kind, point)) }
        }
        if isLong { try await playSeconds(points) }
        try await playLaterSpots()
        try await campaign.settle(&row)
    }

    /// Returns a kill and, in the sample at every second point, one of the other kinds in turn.
    private func kinds(_ index: Int) -> [Fault.Kind] {
        let others = Fault.Kind.allCases.filter { $0 != .kill }
        if isLong { return Fault.Kind.allCases }
        let number = index / stride
        return number.isMultiple(of: 2) ? [.kill, others[number / 2 % others.count]] : [.kill]
    }

    /// After each kill, plays a second fault at every later point: a kill where the state has changed since the previous point, an error or a delay
    /// elsewhere. A second kill in the same state would prove nothing new.
    private mutating func playSeconds(_ points: [Fault.Place]) async throws {
        var turn = 0
        for (index, point) in points.enumerated() where index.isMultiple(of: stride) && !isAsBefore(index, points) {
            let later = wayBack[point] ?? []
            for (number, second) in later.enumerated() where number.isMultiple(of: stride) {
                turn += 1
                let kind: Fault.Kind = !isAsBefore(number, later) ? .kill : turn.isMultiple(of: 2) ? .error : .delay
                // The later points may differ this time; each has its own faults below.
                try await play(Fault(.kill, point), then: Fault(kind, second), isNeeded: false)
            }
        }
    }

    /// Returns true if the wallet's state is unchanged since the previous point: this point is before an act, and the previous one after another.
    private func isAsBefore(_ index: Int, _ places: [Fault.Place]) -> Bool {
        index > 0 && places[index].isBefore && !places[index - 1].isBefore
    }

    /// Plays a kill, an error and a delay at the later points; in the sample one of these at some of them.
    private mutating func playLaterSpots() async throws {
        for (index, (spot, first)) in laterSpots.enumerated() where index.isMultiple(of: laterStride) || isLong && spot.place.isCommit {
            let kinds = isLong ? Self.laterKinds : [Self.laterKinds[index / laterStride % Self.laterKinds.count]]
            for kind in kinds where !played.contains(Played(spot: spot, kind: kind)) {
                try await play(first, then: Fault(kind, spot.place))
            }
        }
    }

    /// Plays one or two faults; a point that is not passed is retried, and counts as missing when it never is.
    private mutating func play(_ fault: Fault?, then later: Fault? = nil, isNeeded: Bool = true) async throws {
        let tries = !isNeeded ? 1 : campaign.flow.polls ? 8 : 2
        for _ in 0..<tries {
            guard let outcome = try await campaign.play(fault, then: later) else { continue }
            note(fault, later, outcome)
            return
        }
        guard isNeeded else { return }
        row.unplayed += 1
        let what = (fault?.description ?? "no fault") + (later.map { ", then \($0)" } ?? "")
        Issue.record("\(row.flow): a point was listed and is not passed: \(what)")
    }

    private mutating func note(_ fault: Fault?, _ later: Fault?, _ outcome: Campaign.Outcome) {
        row += outcome.row
        for problem in outcome.problems { Issue.record("\(problem)") }
        let stretch = fault?.isKill == true ? Spot.Stretch.newProcess : .sameProcess
        if let later {
            played.insert(Played(spot: Spot(stretch: stretch, place: later.place), kind: later.kind))
            return
        }
        if let fault {
            played.insert(Played(spot: Spot(stretch: .run, place: fault.place), kind: fault.kind))
            if fault.kind == .kill { wayBack[fault.place] = outcome.laterPoints }
        }
        let known = Set(laterSpots.map(\.spot))
        for place in outcome.laterPoints {
            let spot = Spot(stretch: stretch, place: place)
            if !known.contains(spot) { laterSpots.append((spot, fault)) }
        }
    }
}
