// SPDX-License-Identifier: EUPL-1.2

import ServerCommands
import WalletVerifierHTTP

/// All settings in the order of printing. Settings contain no secrets, only the paths of files with secrets.
extension Serve {
    static let settings = CommandSettings(
        Setting.store { $0.store } + listenerSettings + sessionSettings + limitSettings
            + Setting.operation(limits: VerifierServer.standardConnections) { $0.serving.operation })

    private static let listenerSettings: [Setting<Serve>] =
        [
            .text("host") { $0.listener.host }, .number("port") { $0.port }, .text("public-url") { $0.publicURL },
            .flag("plain-http") { $0.plainHTTP },
        ] + Setting.tls { $0.tls }

    private static let sessionSettings: [Setting<Serve>] = [
        .text("session-secret-file") { $0.sessionSecretFile }, .text("parties") { $0.parties }, .text("link-base") { $0.linkBase },
        .texts("sd-jwt-root") { $0.trust.sdJWTRoots }, .texts("mdoc-root") { $0.trust.mdocRoots },
        .flag("any-document-signer") { $0.trust.anyDocumentSigner }, .texts("type-extends") { $0.typeExtends },
        .number("session-seconds") { $0.sessionSeconds }, .number("result-seconds") { $0.resultSeconds },
        .number("open-sessions") { $0.openSessions }, .texts("status-root") { $0.statusRoots },
        .number("status-seconds") { $0.statusSeconds }, .texts("webhook-root") { $0.webhookRoots },
        .number("webhook-seconds") { $0.webhookSeconds },
    ]

    private static let limitSettings: [Setting<Serve>] = [
        .number("requests-per-address") { $0.limits.requestsPerAddress }, .number("answers-per-address") { $0.limits.answersPerAddress },
        .number("answers") { $0.limits.answers }, .number("requests-per-party") { $0.limits.requestsPerParty },
        .number("requests-per-session") { $0.limits.requestsPerSession },
        .number("request-milliseconds") { $0.limits.requestMilliseconds }, .texts("trusted-proxy") { $0.limits.proxies.trustedProxies },
    ]
}
