// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletApp

/// Interrupts that end every flow.
extension InterruptTests {
    @Test(arguments: Journey.all)
    func `a blocked version shows only the block, and the app restarts after the block`(_ journey: Journey) async throws {
        try await visit(journey) { visit, place in
            let (trip, wallet) = (visit.trip, visit.trip.stage.wallet)
            guard !journey.all[place].isStarting else { return }
            let isNeeded = wallet.verdicts.value != .block(isUpdateAvailable: true)
            wallet.verdicts.set(.block(isUpdateAvailable: isNeeded))
            let blocked =
                isNeeded
                ? try await trip.glass.sees(UpdateNeeded(platform: journey.platform))
                : try await trip.glass.sees(VersionBlocked(platform: journey.platform))
            #expect(blocked.below == nil)
            let done = Self.effects(of: wallet)
            trip.endsFaults()
            wallet.verdicts.set(.ok)
            let after = try await trip.glass.next()
            #expect(first(of: wallet, hasPIN: visit.hasPIN).contains(after.top.screen))
            #expect(Self.effects(of: wallet) == done)
        }
    }

    @Test(arguments: Journey.all)
    func `a revoked wallet shows only the revocation, and no data of the wallet stays visible`(_ journey: Journey) async throws {
        try await visit(journey) { visit, place in
            let (trip, wallet) = (visit.trip, visit.trip.stage.wallet)
            guard visit.hasPIN, !journey.all[place].isStarting else { return }
            // A screen for a blocked wallet changes with the reason.
            let isOther = wallet.statuses.value != .revoked(.walletByAdmin, canRegisterNewWallet: true)
            let isJudged = trip.stage.played.supervision?.judgements.made.value.status != nil
            let done = Self.effects(of: wallet)
            wallet.statuses.set(.revoked(isOther ? .walletByAdmin : .recoveryCodeByAdmin, canRegisterNewWallet: isOther))
            guard isJudged else {
                // PF1.4 comes first and stays; PF2.10 judges after it.
                #expect(trip.stage.host.current == visit.shown)
                return #expect(Self.effects(of: wallet) == done)
            }
            guard isOther else {
                #expect(try await trip.glass.sees(HolderBlocked()).below == nil)
                return
            }
            #expect(try await trip.glass.sees(WalletBlocked()).below == nil)
            trip.endsFaults()
            trip.stage.press("PF2.10/3.1c")
            try await trip.glass.sees(IntroductionAddingCards(isPaused: false))
            #expect(Self.effects(of: wallet).last == .wipe)
        }
    }

    @Test(arguments: Journey.all)
    func `a wallet that is wiped on the lock ends the use case below it`(_ journey: Journey) async throws {
        try await visit(journey) { visit, place in
            guard visit.canLock else { return }
            let (trip, wallet) = (visit.trip, visit.trip.stage.wallet)
            wallet.setLock(.locked(.deviceLocked))
            try await trip.glass.sees(OpenWithPIN(notice: nil), presses: "1.3b")
            trip.endsFaults()
            let hasPID = wallet.present.hasPID
            try await trip.glass.sees(ForgotPIN(canCreateNewPIN: hasPID), presses: "6.1a")
            try await trip.glass.sees(WipeAppData(), presses: "1.1a")
            #expect(try await trip.glass.sees(IntroductionAddingCards(isPaused: false)).below == nil)
            #expect(Self.effects(of: wallet).last == .wipe)
        }
    }

    @Test(arguments: Journey.all)
    func `a destroyed user interface leaves no task behind, and the next interface starts locked`(_ journey: Journey) async throws {
        for place in journey.places {
            let stage = try newStage(for: journey)
            let hasPIN = try await playTrip(journey, on: stage) { trip in
                _ = try await trip.walk(to: place)
                return stage.wallet.present.hasRemotePIN
            }
            let done = Self.effects(of: stage.wallet)
            let next = try Stage(over: stage.wallet, on: journey.platform)
            journey.unscript(stage.wallet)
            stage.wallet.verdicts.value = .ok
            try await next.playApp { glass in
                try await glass.sees(Splash())
                next.clock.advance(by: 1)
                let first = try await glass.next()
                #expect(self.first(of: stage.wallet, hasPIN: hasPIN).contains(first.top.screen))
            }
            // Unfinished work does not finish by itself.
            #expect(Self.effects(of: stage.wallet) == done)
        }
    }
}
