// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import WalletInterface

@testable import WalletApp

extension RowCoverageTests {
    /// Plays the scripts of all flows again on a platform, and returns every row taken.
    static func walkEverything(on platform: Platform) async throws -> Set<Row> {
        try await Stage.$usualPlatform.withValue(platform) {
            try await introduction().union(opening()).union(settingUpPIN()).union(settingUp(platform.sensor))
                .union(unlocking()).union(notRecognised(on: platform)).union(validating()).union(locking()).union(judging())
                .union(links()).union(settings()).union(failing()).union(obtainingPID()).union(recoveringPIN()).union(cards()).union(
                    scanning()
                ).union(sharing()).union(activities())
        }
    }

    /// Plays each script on a new stage and returns the rows taken.
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
                { try await $0.`LTC12 the introduction leads through its screens to the PIN`() },
                { try await $0.`LTC13 skipping leads to the privacy screen, and back leads to the skipped screen`() },
                { try await $0.`back leads from each screen to the previous screen, and the first screen has no back button`() },
                { try await $0.`a paused animation stays paused on the next screen until the user plays it`() },
                { try await $0.`help returns to the screen that opened it`() },
                { try await $0.`LTC29 the user can read the privacy statement and return`() },
            ])
    }

    private static func opening() async throws -> Set<Row> {
        try await rows(
            OpenTheAppTests.self,
            [
                { try await $0.`LTC34 a wallet without a remote PIN begins with the introduction`() },
                { try await $0.`LTC32 a registered wallet continues from the splash screen to unlocking`() },
                { try await $0.`a rooted phone is refused with the reason until it is no longer rooted`() },
                { try await $0.`an app that resumes before a PIN exists continues its flow`() },
                { try await $0.`an app that resumes locked still shows the lock`() },
                { try await $0.`an app that resumes unlocked continues its flow`() },
            ])
    }

    private static func settingUpPIN() async throws -> Set<Row> {
        let choosing = try await rows(
            SetUpPINTests.self,
            [
                { try await $0.`LTC51 a PIN that is entered twice is set up`() },
                { try await $0.`LTC50 a PIN that is too simple is refused with the reason, and a new PIN is chosen`("111111", .oneDigit) },
                { try await $0.`LTC49 after a second difference the user chooses a new PIN, and the count of differences restarts`() },
                { try await $0.`going back from choosing a PIN ends the setup, and nothing is registered`() },
                { try await $0.`going back from repeating leads to choosing, and the first PIN is discarded`() },
                { try await $0.`info is offered at both entries and returns to the same entry`() },
            ])
        let registering = try await rows(
            SetUpPINRegistrationTests.self,
            [
                { try await $0.`LTC52 a failed attestation shows the reason, and a retry keeps the PIN`(.attestationRejected) },
                { try await $0.`without internet the app says so, and a retry keeps the PIN`() },
                { try await $0.`if our service does not answer the app says so, and a retry keeps the PIN`() },
            ])
        return choosing.union(registering)
    }

    private static func settingUp(_ sensor: BiometricKind) async throws -> Set<Row> {
        try await rows(
            SetUpRemotePINTests.self,
            [
                { try await $0.`after the PIN is set up the app offers biometrics`() },
                { try await $0.`going back from the PIN leads to the privacy screen`() },
                { try await $0.`confirmed biometrics are enabled, with the prompt in the user's language`(sensor) },
                { try await $0.`LTC59 biometrics are not offered if none are enrolled`(sensor) },
                { try await $0.`a rejected scan is reported on the same screen, and the user can retry or skip`(sensor) },
                { try await $0.`info about biometrics returns to the offer of biometrics`() },
                { try await $0.`LTC70 the deletion code is shown, and the user must confirm it to continue`() },
                { try await $0.`a wrong group is reported and the code is shown again; going back also shows the code`() },
                { try await $0.`help returns to the deletion code and does not confirm the code`() },
            ])
    }

    private static func unlocking() async throws -> Set<Row> {
        let withPIN = try await rows(
            UnlockTheAppTests.self,
            [
                { try await $0.`LTC37 the right PIN opens the wallet`() },
                { try await $0.`an unlocked wallet without a PID continues by obtaining a PID`() },
                { try await $0.`LTC40 after a wrong PIN the same screen asks for the PIN again`() },
                { try await $0.`going back from a delay leads to the PIN screen`() },
                { try await $0.`info is offered on the PIN screen and returns to it`() },
                { try await $0.`without a PID the only solution to a forgotten PIN is to delete the wallet`() },
                { try await $0.`with a PID a user who forgot the PIN can create a new PIN`() },
            ])
        let withBiometrics = try await rows(
            UnlockWithBiometricsTests.self,
            [
                { try await $0.`LTC38 the right biometric opens the wallet without a PIN`() },
                { try await $0.`a scan that the user cancels leads to the PIN without an error message`() },
                { try await $0.`when the sensor cannot be used the PIN screen shows the reason, even after a wrong PIN`(.lockedOut) },
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
                    { try await $0.`LTC39 after a second wrong biometric only the PIN is left`(.fallback) },
                    { try await $0.`LTC39 after a second wrong biometric only the PIN is left`(.close) },
                    { try await $0.`after one wrong biometric the user can close the prompt and use the PIN`() },
                ])
        case .android:
            try await rows(
                AndroidLadderTests.self,
                [
                    { try await $0.`LTC39 after each of four wrong fingers the user may try again, and the fifth leaves only the PIN`() },
                    { try await $0.`after each wrong finger the user can close the prompt and use the PIN`(1, .close) },
                ])
        }
    }

    private static func validating() async throws -> Set<Row> {
        let wrongs = ValidatePINTests.wrongs.flatMap { wrong -> [@Sendable (ValidatePINTests) async throws -> Void] in
            [
                { try await $0.`LTC40 each wrong PIN takes its own row and shows its own message, and the user may retry`(wrong) },
                { try await $0.`Forgot PIN is offered after each wrong PIN, and going back from it does not count as a retry`(wrong) },
            ]
        }
        return try await rows(
            ValidatePINTests.self,
            wrongs + [
                { try await $0.`a valid PIN shows no screen`() },
                { try await $0.`LTC46 the fourth wrong PIN of a round starts a delay that ends by the phone's clock`(1) },
                { try await $0.`a PIN entered during a delay takes a different row than the PIN that started the delay`() },
                {
                    try await $0
                        .`during a delay the user can delete the wallet, read help or solve a forgotten PIN, and the delay continues`()
                },
                { try await $0.`LTC47 the last wrong PIN blocks the wallet permanently, and only deleting and help are left`() },
                { try await $0.`a wallet that was blocked before takes a different row than the PIN that blocks it`() },
                { try await $0.`after a connection error a retry checks the same PIN again`() },
                { try await $0.`without internet the user can open the phone's settings, and go back without a second check`() },
            ])
    }
}
