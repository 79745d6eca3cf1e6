// SPDX-License-Identifier: EUPL-1.2

package import ArgumentParser
package import ServerKit

/// The proxies in front of a server.
package struct TrustedProxyOptions: ParsableArguments {
    @Option(
        name: .customLong("trusted-proxy"),
        help: ArgumentHelp(
            "A trusted proxy: its X-Forwarded-For is used, and its connections are not limited per address; may be repeated.",
            valueName: "address"))
    package var trustedProxies: [String] = []

    package init() {}

    /// Checks the addresses.
    package func validate() throws { _ = try addresses() }

    /// Reads the addresses.
    ///
    /// - Throws: `ValidationError` naming the invalid address.
    package func addresses() throws -> TrustedProxies {
        do {
            return try TrustedProxies(trustedProxies)
        } catch {
            throw ValidationError("\(error)")
        }
    }
}
