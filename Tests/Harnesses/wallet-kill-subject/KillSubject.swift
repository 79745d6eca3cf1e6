// SPDX-License-Identifier: EUPL-1.2

import Foundation
import KillLink
import PhoneSimulator
import PlatformSupport
import WalletCore

/// `wallet-kill-subject`: one process of the wallet on a simulated phone, killed at a point of its work. Only the harness starts it.
@main
struct KillSubject {
    static func main() async throws {
        let link = FrameChannel(FrameChannel.subjectDescriptor)
        let assignment = try link.receive(Assignment.self)
        guard let kind = PhoneKind(rawValue: assignment.phone) else { throw Stuck("no such phone") }
        let phone = try SimulatedPhone(
            state: StateDirectory(assignment.directory), maker: .harness(kind, assignment.backend), base: { assignment.base })
        let trap = Trap(assignment, phone: phone, link: link)
        await withTaskGroup { group in
            // The holder presents their face whenever the sensor asks.
            group.addTask {
                for await status in phone.sensor.statusChanges() where status.prompt != nil { phone.sensor.match() }
            }
            group.addTask {
                await phone.run { process in
                    do {
                        let user = try User(assignment, process.bridges, trap: trap, link: link)
                        try link.send(Said.report(try await perform(assignment, user, link)))
                    } catch {
                        var report = Report()
                        report.stuck = "the harness itself: \(error)"
                        try? link.send(Said.report(report))
                    }
                    exit(0)
                }
            }
            phone.launchApp()
            await group.waitForAll()
        }
    }

    private static func perform(_ assignment: Assignment, _ user: User, _ link: FrameChannel) async throws -> Report {
        if assignment.stage == .memory { return try await MemoryStage(user: user, link: link).perform() }
        guard let flow = flows.first(where: { $0.name == assignment.flow }) else { throw Stuck("no such flow") }
        user.trap.ignore { flow.isElsewhere($0) }
        var ending: String?
        if assignment.stage == .prepare || assignment.stage == .play && !assignment.isPrepared { try await flow.prepare(user) }
        if assignment.stage == .prepare { return Report() }
        if assignment.stage == .play {
            user.trap.arm(.run)
            do {
                try await flow.run(user)
            } catch {
                ending = "\(error)"
            }
            user.trap.disarm()
        }
        return await finish(flow, user, ending)
    }

    /// Brings the flow to its end; after the later fault the user repeats it once.
    private static func finish(_ flow: any Flow, _ user: User, _ ending: String?) async -> Report {
        var report = Report()
        do {
            user.noteFinish()
            user.trap.arm(.later)
            do {
                try await flow.finish(user)
            } catch {
                guard user.trap.hasSprung(in: .later) else { throw error }
            }
            user.trap.disarm()
            if user.trap.hasSprung(in: .later) {
                user.noteFinish()
                try await flow.finish(user)
            }
            report = try await user.report()
        } catch {
            report.stuck = "\(error)"
        }
        report.ending = ending
        report.points = user.trap.points(of: .run)
        report.laterPoints = user.trap.points(of: .later)
        return report
    }
}
