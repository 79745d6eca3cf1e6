// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import WalletInterface

@testable import WalletApp

extension RowCoverageTests {
    /// Plays the scripts of all flows again on a platform, and returns every row taken.
    static func walkEverything(on platform: Platform) async throws -> Set<Row> {
        try await Stage.$usualPlatform.withValue(platform) {
            try await introduction().union(opening()).union(settingUpPIN()).union(settingUp(platform.usualBiometrics))
                .union(unlocking()).union(notRecognised(on: platform)).union(validating()).union(locking()).union(judging())
                .union(links()).union(settings()).union(failing()).union(obtainingPID()).union(recoveringPIN()).union(cards())
        }
    }

    /// Plays each script on a new stage.
    static func rows<W: Walk>(_ suite: W.Type, _ scripts: [@Sendable (W) async throws -> Void]) async throws -> Set<Row> {
        var rows: Set<Row> = []
        for script in scripts {
            let walk = try suite.init()
            try await script(walk)
            rows.formUnion(walk.stage.rows)
        }
        return rows
    }

    private static func introduction() async throws -> Set<Row> {
        try await rows(
            IntroduceTheAppTests.self,
            [
                { try await $0.`LTC12 the introduction is walked through and leads to the PIN`() },
                { try await $0.`LTC13 skipping leads to the privacy screen, and back from there to the screen that was skipped from`() },
                { try await $0.`back goes from each screen to the one before, and there is none before the first`() },
                { try await $0.`a picture that is paused stays paused on the next screen until it is played`() },
                { try await $0.`help returns to the screen that asked for it`() },
                { try await $0.`LTC29 the privacy statement is read and left again`() },
            ])
    }

    private static func opening() async throws -> Set<Row> {
        try await rows(
            OpenTheAppTests.self,
            [
                { try await $0.`LTC34 a wallet without a remote PIN begins with the introduction`() },
                { try await $0.`LTC32 a registered wallet goes from the splash screen to unlocking`() },
                { try await $0.`a rooted phone is refused, with the reason, until it is not rooted any more`() },
                { try await $0.`an app that resumes before there is a PIN continues its flow`() },
                { try await $0.`an app that resumes locked stays at the lock`() },
                { try await $0.`an app that resumes unlocked continues its flow`() },
            ])
    }

    private static func settingUpPIN() async throws -> Set<Row> {
        let choosing = try await rows(
            SetUpPINTests.self,
            [
                { try await $0.`LTC51 a PIN that is chosen and repeated is set up`() },
                { try await $0.`LTC50 a PIN that is too simple is refused with the reason, and another is chosen`("111111", .oneDigit) },
                { try await $0.`LTC49 a second entry that differs again leads to a new PIN, and the count restarts`() },
                { try await $0.`back from choosing ends it, and nothing is registered`() },
                { try await $0.`back from repeating leads to choosing, and the first PIN counts no more`() },
                { try await $0.`info is offered at both entries and returns to them`() },
            ])
        let registering = try await rows(
            SetUpPINRegistrationTests.self,
            [
                { try await $0.`LTC52 a failed attestation shows the reason, and a retry keeps the PIN`(.attestationRejected) },
                { try await $0.`without internet it says so, and a retry keeps the PIN`() },
                { try await $0.`when our service does not answer it says so, and a retry keeps the PIN`() },
            ])
        return choosing.union(registering)
    }

    private static func settingUp(_ sensor: BiometricKind) async throws -> Set<Row> {
        try await rows(
            SetUpRemotePINTests.self,
            [
                { try await $0.`a PIN that is set up leads to biometrics`() },
                { try await $0.`back from the PIN leads to the privacy screen`() },
                { try await $0.`biometrics that are confirmed are enabled, and the prompt is in the user's language`(sensor) },
                { try await $0.`LTC59 without an enrolment biometrics are not offered`(sensor) },
                { try await $0.`a rejected scan is reported on the same screen, and can be retried or skipped`(sensor) },
                { try await $0.`info is offered beside biometrics and returns to them`() },
                { try await $0.`LTC70 the deletion code is shown, and must be confirmed to go on`() },
                { try await $0.`a wrong group is reported, and the code is shown again; back shows it too`() },
                { try await $0.`help returns to the deletion code, which is not confirmed by it`() },
            ])
    }

    private static func unlocking() async throws -> Set<Row> {
        let withPIN = try await rows(
            UnlockTheAppTests.self,
            [
                { try await $0.`LTC37 the right PIN opens the wallet`() },
                { try await $0.`without a PID an unlocked wallet continues by obtaining one`() },
                { try await $0.`LTC40 after a wrong PIN the same screen asks again`() },
                { try await $0.`back from a wait leads to the PIN, because there is nothing behind the lock`() },
                { try await $0.`info is offered and returns to the PIN`() },
                { try await $0.`a forgotten PIN without a PID can only be solved by deleting the wallet`() },
                { try await $0.`with a PID a new PIN can be created`() },
            ])
        let withBiometrics = try await rows(
            UnlockWithBiometricsTests.self,
            [
                { try await $0.`LTC38 the right biometric opens the wallet without a PIN`() },
                { try await $0.`a scan that the user cancels leads to the PIN without a reproach`() },
                { try await $0.`when the sensor cannot be used the PIN screen says why, also after a wrong PIN`(.lockedOut) },
            ])
        return withPIN.union(withBiometrics)
    }

    /// Walks the mismatch ladder of a platform.
    private static func notRecognised(on platform: Platform) async throws -> Set<Row> {
        switch platform {
        case .iOS:
            try await rows(
                UnlockWithBiometricsTests.self,
                [
                    { try await $0.`LTC39 a second wrong biometric leaves only the PIN`("3.1a") },
                    { try await $0.`LTC39 a second wrong biometric leaves only the PIN`("3.1b") },
                    { try await $0.`after one wrong biometric the prompt can be closed for the PIN`() },
                ])
        case .android:
            try await rows(
                AndroidLadderTests.self,
                [
                    { try await $0.`LTC39 four wrong fingers may be tried again, and the fifth leaves only the PIN`() },
                    { try await $0.`after each wrong finger the message can be closed for the PIN`(1) },
                ])
        }
    }

    private static func validating() async throws -> Set<Row> {
        let wrongs = ValidatePINTests.wrongs.flatMap { wrong -> [@Sendable (ValidatePINTests) async throws -> Void] in
            [
                { try await $0.`LTC40 each wrong PIN takes its own row and prompt, and may be retried`(wrong) },
                { try await $0.`a forgotten PIN is offered after each wrong one, and back from it does not count as a retry`(wrong) },
            ]
        }
        return try await rows(
            ValidatePINTests.self,
            wrongs + [
                { try await $0.`a valid PIN shows nothing`() },
                { try await $0.`LTC46 the fourth wrong PIN of a round starts a wait that ends on the phone's clock`(1) },
                { try await $0.`a PIN during a delay takes another row than the one that started it`() },
                {
                    try await $0
                        .`during a delay the wallet can be deleted, help read and a forgotten PIN solved, and the delay continues`()
                },
                { try await $0.`LTC47 the last wrong PIN blocks for good, and only deleting and help are left`() },
                { try await $0.`a wallet that was blocked before takes another row than the PIN that blocked it`() },
                { try await $0.`without internet and without our service a retry checks the very same PIN`() },
            ])
    }
}
