// SPDX-License-Identifier: EUPL-1.2

import Testing
import WalletInterface

@testable import WalletApp

/// The parts of an error screen that a user sees before reading: the picture of the fault, and the order of the buttons.
struct FaultScreenTests {
    private static let faults: [any Screen] = [
        StoreProblem(problem: .damaged), StoreProblem(problem: .full), StoreProblem(problem: .otherPhone), StoreProblem(problem: .tooNew),
        StoreProblem(problem: .notErased), StoreProblem(problem: .phoneLocked), ClockWrong(), IssuerFailed(issuer: nil),
        LoginProblem(problem: .failed, purpose: .pid), SessionExpired(), DataRejected(), GenericError(code: "X-01"), NoInternet(),
        ServerUnreachable(), DeviceInsecure(insecurity: .rooted),
    ]

    private static func pictures(of screen: any Screen) -> [Illustration] {
        Presentation.Drawn(screen).components.flatMap { component -> [Illustration] in
            if case .illustration(let picture, _) = component { [picture] } else { [] }
        }
    }

    private static func buttons(of screen: any Screen) -> [Button] {
        Presentation.Drawn(screen).components.flatMap { component -> [Button] in
            if case .button(let button) = component { [button] } else { [] }
        }
    }

    @Test func `each kind of fault has its own picture`() {
        let pictures = Self.faults.flatMap(Self.pictures)
        #expect(pictures.count == Self.faults.count)
        #expect(Set(pictures).count == pictures.count)
    }

    @Test func `a lost key and another phone's wallet are the same kind of fault`() {
        #expect(Self.pictures(of: DeviceKeyLost()) == [.phoneKey])
        #expect(Self.pictures(of: StoreProblem(problem: .otherPhone)) == [.phoneKey])
    }

    @Test func `a button that deletes comes last, except where the user is asked whether to delete`() {
        var met = 0
        for screen in Gallery.screens {
            switch screen {
            case is WipeAppData, is DeleteActivitiesQuestion, is DeleteActivityQuestion, is DeleteCardQuestion: continue
            default: break
            }
            let buttons = Self.buttons(of: screen)
            guard buttons.contains(where: { $0.role == .destructive }) else { continue }
            met += 1
            #expect(buttons.dropLast().allSatisfy { $0.role != .destructive }, "\(Presentation.Drawn(screen).screen)")
        }
        #expect(met >= 8)
    }

    @Test func `a connection that fails has a way back only if there is a screen to go back to`() {
        #expect(Presentation.Drawn(NoInternet(canGoBack: true)).controls.contains("extra/13a"))
        #expect(!Presentation.Drawn(NoInternet()).controls.contains("extra/13a"))
        #expect(Presentation.Drawn(ServerUnreachable(canGoBack: true)).controls.contains("extra/13a"))
        #expect(!Presentation.Drawn(ServerUnreachable()).controls.contains("extra/13a"))
        #expect(Presentation.Drawn(NoInternet()).controls.contains("extra/13b"))
    }
}
