// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import Testing

@testable import WalletApp

/// Every screen of the app is interrupted, on each phone that has it.
struct JourneyCoverageTests {
    /// Screens that no journey reaches, with the reasons.
    private static let exceptions: [String: String] = [
        "FetchingRequest": "it waits for the supervisor's fetch; ShareDataTests stops it",
        "LookAgain": "a lock during the approval leads to it, which InterruptTests does",
        "SharingData": "a lock drops what was signed; ShareDataEndTests sends it",
    ]

    private static func screens(on platform: Platform) -> Set<String> {
        Set(Journey.all.filter { $0.platform == platform }.flatMap { journey in journey.all[journey.places].map(\.screen.screen) })
    }

    @Test(arguments: Platform.allCases)
    func `every screen of the gallery is reached by a journey, or is excepted with a reason`(_ platform: Platform) {
        let gallery = Set(Gallery.screens.map { Presentation.Drawn($0).screen })
        let screens = Self.screens(on: platform)
        #expect(gallery.subtracting(screens).subtracting(Self.exceptions.keys).sorted() == [], "in no journey")
        #expect(screens.subtracting(gallery).sorted() == [], "in a journey, but not in the gallery")
        #expect(screens.intersection(Self.exceptions.keys).sorted() == [], "in a journey, although excepted")
        #expect(Set(Self.exceptions.keys).subtracting(gallery).sorted() == [], "excepted, but not in the gallery")
    }

    @Test func `journeys have unique names, and each ends where no work is running`() {
        #expect(Set(Journey.all.map(\.testDescription)).count == Journey.all.count)
        for journey in Journey.all {
            guard case .end = journey.all.last?.act else {
                Issue.record("\(journey) does not end")
                continue
            }
        }
    }
}
