// SPDX-License-Identifier: EUPL-1.2

import DeviceAttestation
import ServerCommands
import WalletProviderHTTP

/// All settings in the order of printing. Settings contain no secrets, only the paths of files with secrets.
extension Serve {
    static let settings = CommandSettings(
        Setting.backend { $0.backend } + listenerSettings + deviceSettings + policySettings + limitSettings
            + Setting.operation(limits: ProviderServer.standardConnections) { $0.serving.operation })

    private static let listenerSettings: [Setting<Serve>] =
        [
            .text("host") { $0.listener.host }, .number("port") { $0.port }, .text("public-url") { $0.publicURL },
            .flag("plain-http") { $0.plainHTTP },
        ] + Setting.tls { $0.tls }

    private static let deviceSettings: [Setting<Serve>] = [
        .texts("apple-root") { $0.apple.roots }, .text("apple-app-id") { $0.apple.appID },
        .text("apple-environment") { $0.apple.environment?.rawValue },
        .texts("android-root") { $0.android.roots }, .texts("android-app-id") { $0.android.packageNames },
        .texts("android-signing-digest") { $0.android.signingDigests.map(\.text) },
        .text("android-patch-level") { $0.android.patchLevel?.description },
        .texts("android-verified-boot-key") { $0.android.verifiedBootKeys.map(\.text) },
        .texts("android-self-signed-boot-key") { $0.android.selfSignedBootKeys.map(\.text) },
        .text("android-certificate-validity") { $0.android.certificateValidity.rawValue },
        .text("android-revocation-list") { $0.android.revocationList },
        .number("android-revocation-max-age") { $0.android.revocationListAge },
        .number("android-revocation-interval") { $0.android.revocationListInterval },
        .number("android-revocation-seconds") { $0.android.revocationListSeconds },
        .texts("pid-root") { $0.pid.roots }, .texts("pid-type") { $0.pid.types },
        .texts("attestation-certificate") { $0.attestation.certificates }, .text("attestation-client-id") { $0.attestation.clientID },
        .text("attestation-wallet-name") { $0.attestation.walletName },
        .number("attestation-lifetime") { $0.attestation.lifetime.map { Int($0) } },
        .texts("key-attestation-storage") { $0.attestation.keyStorage },
        .texts("key-attestation-authentication") { $0.attestation.userAuthentication },
        .flag("allow-development-roots") { $0.allowDevelopmentRoots },
    ]

    private static let policySettings: [Setting<Serve>] = [
        .number("rounds") { $0.rounds }, .number("attempts-per-round") { $0.attemptsPerRound }, .numbers("waits") { $0.waits },
        .number("wrong-pin-report-threshold") { $0.wrongPINReportThreshold },
    ]

    private static let limitSettings: [Setting<Serve>] = [
        .number("requests-per-address") { $0.limits.requestsPerAddress },
        .number("registration-requests-per-address") { $0.limits.registrationRequestsPerAddress },
        .number("registration-requests") { $0.limits.registrationRequests },
        .number("request-milliseconds") { $0.limits.timeout.requestMilliseconds },
        .texts("trusted-proxy") { $0.limits.proxies.trustedProxies },
    ]
}

/// The settings of the portal: those for accounts and keys as `serve` has them, and its own, whose names begin with `portal-`.
extension Portal {
    static let settings = CommandSettings<Portal>(
        of: "portal", Setting.backend { $0.backend } + ownSettings.map { $0.prefixed(by: "portal") })

    private static let ownSettings: [Setting<Portal>] =
        [
            .text("host") { $0.listener.host }, .number("port") { $0.port }, .text("public-url") { $0.publicURL },
            .text("product") { $0.product }, .texts("language") { $0.languages },
            .text("support-page") { $0.supportPage }, .text("app-store") { $0.appStore }, .text("play-store") { $0.playStore },
            .number("request-milliseconds") { $0.requestTimeout.requestMilliseconds },
            .texts("trusted-proxy") { $0.proxies.trustedProxies },
        ] + Setting.tls { $0.tls } + Setting.operation(limits: ProviderServer.standardConnections) { $0.serving.operation }
}

extension Setting {
    /// The settings of `BackendOptions`.
    fileprivate static func backend(_ options: @escaping @Sendable (Command) -> BackendOptions) -> [Setting] {
        [
            .text("state", isShared: true) { options($0).state },
            .text("database", isShared: true) { options($0).database },
            .text("database-password-file", isShared: true) { options($0).databasePasswordFile },
            .text("witness-journal", isShared: true) { options($0).witnessJournal },
            .texts("witness-peer", isShared: true) { options($0).witnessPeers },
            .number("unused-account-seconds", isShared: true) { options($0).unusedAccountSeconds },
            .number("database-milliseconds", isShared: true) { options($0).storeTimeouts.databaseMilliseconds },
            .number("lock-milliseconds", isShared: true) { options($0).storeTimeouts.lockMilliseconds },
            .number("journal-milliseconds", isShared: true) { options($0).storeTimeouts.journalMilliseconds },
            .number("journal-start-milliseconds", isShared: true) { options($0).storeTimeouts.journalStartMilliseconds },
            .number("journal-write-milliseconds", isShared: true) { options($0).storeTimeouts.journalWriteMilliseconds },
        ] + Setting.token { options($0).token }
    }
}
