// SPDX-License-Identifier: EUPL-1.2

import PIDIssuer
import ServerCommands

/// All settings in the order of printing. Settings contain no secrets, only the paths of files with secrets.
extension Serve {
    static let settings = CommandSettings(
        stateSettings + listenerSettings + issuanceSettings
            + Setting.operation(limits: PIDIssuerService.standardConnections) { $0.serving.operation })

    private static let stateSettings: [Setting<Serve>] =
        [
            .text("state", isShared: true) { $0.backend.state },
            .number("lock-milliseconds", isShared: true) { $0.backend.lockMilliseconds },
        ] + Setting.token { $0.backend.token }

    private static let listenerSettings: [Setting<Serve>] =
        [
            .text("host") { $0.listener.host }, .number("port") { $0.port }, .number("login-port") { $0.loginPort },
            .text("public-url") { $0.publicURL }, .text("login-url") { $0.loginURL }, .text("login-root") { $0.loginRoot },
            .texts("trusted-proxy") { $0.proxies.trustedProxies },
        ] + Setting.tls { $0.tls }

    private static let issuanceSettings: [Setting<Serve>] = [
        .texts("wallet") { $0.wallets.wallets }, .number("days") { Int($0.days) },
        .flag("require-key-attestations") { $0.requireKeyAttestations }, .texts("key-storage") { $0.keyStorage },
        .texts("user-authentication") { $0.userAuthentication }, .number("login-seconds") { $0.loginSeconds },
        .number("status-seconds") { $0.statusSeconds },
    ]
}
