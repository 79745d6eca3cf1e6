// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import Testing

@testable import WalletApp

/// Every screen of the app is interrupted, on each phone that has it.
struct JourneyCoverageTests {
    /// Screens that no journey reaches, with the reasons.
    private static let exceptions: [String: String] = [:]

    /// Screens that exist on only one kind of phone.
    private static let single: [String: Platform] = [
        "BiometricNotRecognised": .iOS, "BiometricNotRecognisedEnterPIN": .iOS, "FingerprintNotRecognised": .android,
        "TooManyScans": .android,
        "FingerprintNotRecognisedEnterPIN": .android,
    ]

    private static func screens(on platform: Platform) -> Set<String> {
        Set(Journey.all.filter { $0.platform == platform }.flatMap { journey in journey.all[journey.places].map(\.screen.screen) })
    }

    @Test(arguments: Platform.allCases)
    func `every screen of the gallery is a place of a journey, or is excepted with a reason`(_ platform: Platform) {
        let gallery = Set(Gallery.screens.map { Presentation.Drawn($0).screen })
        let here = gallery.filter { Self.single[$0].map { $0 == platform } ?? true }
        let screens = Self.screens(on: platform)
        #expect(here.subtracting(screens).subtracting(Self.exceptions.keys).sorted() == [], "in no journey")
        #expect(screens.subtracting(here).sorted() == [], "in a journey, but not in the gallery or not on this phone")
        #expect(screens.intersection(Self.exceptions.keys).sorted() == [], "in a journey, although excepted")
        #expect(Set(Self.exceptions.keys).subtracting(gallery).sorted() == [], "excepted, but not in the gallery")
    }

    @Test func `journeys differ by their names, and each ends where nothing is done`() {
        #expect(Set(Journey.all.map(\.testDescription)).count == Journey.all.count)
        for journey in Journey.all {
            guard case .end = journey.all.last?.act else {
                Issue.record("\(journey) does not end")
                continue
            }
        }
    }
}
