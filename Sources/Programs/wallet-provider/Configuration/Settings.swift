// SPDX-License-Identifier: EUPL-1.2

import DeviceAttestation

/// All settings in the order of printing. Settings contain no secrets, only the paths of files with secrets.
enum Settings {
    static let all: [Setting] = backend + listeners + devices + policy + limits + operations

    /// The setting with this name; nil if unknown.
    static func named(_ name: String) -> Setting? { all.first { $0.name == name } }

    private static let backend: [Setting] = [
        .text("state", isShared: true) { $0.backend.state },
        .text("database", isShared: true) { $0.backend.database },
        .text("database-password-file", isShared: true) { $0.backend.databasePasswordFile },
        .text("hsm-module", isShared: true) { $0.backend.hsmModule },
        .text("hsm-token", isShared: true) { $0.backend.hsmToken },
        .text("witness-journal", isShared: true) { $0.backend.witnessJournal },
        .texts("witness-peer", isShared: true) { $0.backend.witnessPeers },
        .number("unused-account-seconds", isShared: true) { $0.backend.unusedAccountSeconds },
        .text("hsm-pin-file", isShared: true) { $0.backend.hsmPINFile },
    ]

    private static let listeners: [Setting] = [
        .text("host") { $0.host }, .number("port") { $0.port }, .text("public-url") { $0.publicURL },
        .text("tls-certificate") { $0.tlsCertificate }, .text("tls-key") { $0.tlsKey }, .flag("plain-http") { $0.plainHTTP },
    ]

    private static let devices: [Setting] = [
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
        .texts("pid-root") { $0.pid.roots }, .texts("pid-type") { $0.pid.types },
        .texts("attestation-certificate") { $0.attestation.certificates }, .text("attestation-client-id") { $0.attestation.clientID },
        .text("attestation-wallet-name") { $0.attestation.walletName },
        .number("attestation-lifetime") { $0.attestation.lifetime.map { Int($0) } },
        .texts("key-attestation-storage") { $0.attestation.keyStorage },
        .texts("key-attestation-authentication") { $0.attestation.userAuthentication },
        .flag("allow-development-roots") { $0.allowDevelopmentRoots },
    ]

    private static let policy: [Setting] = [
        .number("rounds") { $0.rounds }, .number("attempts-per-round") { $0.attemptsPerRound }, .numbers("waits") { $0.waits },
        .number("told-wrong-pins") { $0.toldWrongPINs },
    ]

    private static let limits: [Setting] = [
        .number("requests-per-address") { $0.limits.requestsPerAddress },
        .number("registration-requests-per-address") { $0.limits.registrationRequestsPerAddress },
        .number("registration-requests") { $0.limits.registrationRequests },
        .texts("trusted-proxy") { $0.limits.trustedProxies },
    ]

    private static let operations: [Setting] = [
        .number("maximum-connections") { $0.operation.maximumConnections },
        .number("connections-per-address") { $0.operation.connectionsPerAddress },
        .number("requests-per-connection") { $0.operation.requestsPerConnection },
        .number("answer-seconds") { $0.operation.answerSeconds }, .number("idle-seconds") { $0.operation.idleSeconds },
        .text("internal-host") { $0.operation.internalHost }, .number("internal-port") { $0.operation.internalPort },
        .number("drain-seconds") { $0.operation.drainSeconds }, .number("shutdown-seconds") { $0.operation.shutdownSeconds },
        .text("log-format") { $0.operation.logFormat.rawValue }, .text("log-level") { $0.operation.logLevel.rawValue },
    ]
}
