// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport

extension ConformanceSuite {
    private static func require(_ expected: [AppLifecycleEvent], from act: Act, _ trial: Trial) async throws {
        guard let last = expected.last else { return }
        let found = try await trial.phone.events(of: act, until: last)
        try trial.require(found == expected, "the events were \(found.map(\.rawValue))")
    }

    /// The promises of `AppLifecycleEvent`.
    static let events: [Promise] = [
        Promise("EVT-01", "An app that leaves the foreground first resigns, then enters the background.") { trial in
            try await require([.willResignActive, .didEnterBackground], from: .leaveApp, trial)
            try await trial.phone.perform(.returnToApp)
        },
        Promise("EVT-02", "An app that returns first enters the foreground, then becomes active.") { trial in
            try await trial.phone.perform(.leaveApp)
            try await require([.willEnterForeground, .didBecomeActive], from: .returnToApp, trial)
        },
        Promise("EVT-03", "A lock of the device is reported by the protected data, after the app has left; the unlock too.", on: [.iOS]) {
            trial in
            try await require(
                [.willResignActive, .didEnterBackground, .protectedDataWillBecomeUnavailable], from: .lockPhone, trial)
            try await require([.protectedDataDidBecomeAvailable, .willEnterForeground, .didBecomeActive], from: .returnToApp, trial)
        },
        Promise("EVT-04", "A lock of the device is reported after the app has left the foreground.", on: [.android]) { trial in
            try await require([.willResignActive, .didEnterBackground, .didLockDevice], from: .lockPhone, trial)
            try await require([.willEnterForeground, .didBecomeActive], from: .returnToApp, trial)
        },
        Promise("EVT-05", "The first unlock after a restart of the phone is reported.") { trial in
            try await trial.phone.perform(.restartPhone)
            try await require([.protectedDataDidBecomeAvailable], from: .unlockPhone, trial)
        },
    ]
}
