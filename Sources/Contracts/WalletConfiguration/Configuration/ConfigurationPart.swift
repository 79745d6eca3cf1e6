// SPDX-License-Identifier: EUPL-1.2

package import JSON

/// The members of a configuration that name one server. Its operator gives them to the operator of the configuration server, who joins the
/// parts.
package struct ConfigurationPart: Sendable, Hashable {
    package let json: JSONObject

    /// A part from a file. Its members are checked in the joined configuration.
    package init(json: JSONObject) { self.json = json }

    /// The part of a wallet provider.
    ///
    /// - Parameter acceptsSimulatedPhones: true for a provider for tests. The part then has a mark, which is no member of a configuration.
    package init(provider: ProviderAddress, acceptsSimulatedPhones: Bool = false) {
        var json: JSONObject = ["provider": provider.json]
        if acceptsSimulatedPhones { json.append(Self.mark, true) }
        self.json = json
    }

    /// The part of an issuer of PIDs.
    ///
    /// - Parameter redirects: the links to which browsers return after the login.
    package init(pidIssuer: PIDIssuerAddress, pid: PIDSettings, redirects: [ConfiguredLink]) {
        json = ["services": ["pid_issuer": pidIssuer.json], "pid": pid.json, "universal_links": .array(redirects.map(\.json))]
    }

    /// The part of a registrar and its verifiers.
    package init(sharing: SharingSettings) { json = ["sharing": sharing.json] }

    /// The part of the server that serves configuration and update policy.
    package init(configurationServer address: ServiceAddress) {
        json = ["services": ["configuration": address.json, "update_policy": address.json]]
    }

    /// True if the provider accepts simulated phones.
    package var acceptsSimulatedPhones: Bool { json.has(Self.mark) }

    /// The members of the configuration, which phones know: all but the mark.
    package var contents: JSONObject { JSONObject(json.members.filter { $0.name != Self.mark }.map { ($0.name, $0.value) }) }

    private static let mark = "accepts_simulated_phones"

    /// Returns both parts as one.
    ///
    /// - Throws: `UnacceptableContents` if both have the same member, for example if both name a provider.
    package func joined(with other: ConfigurationPart) throws(UnacceptableContents) -> ConfigurationPart {
        ConfigurationPart(json: try Self.join(json, other.json, at: ""))
    }

    private static func join(_ first: JSONObject, _ second: JSONObject, at path: String) throws(UnacceptableContents) -> JSONObject {
        var joined = first
        for (name, value) in second.members {
            guard let present = first[name] else {
                joined.append(name, value)
                continue
            }
            let place = path.isEmpty ? name : "\(path).\(name)"
            guard place == "services", case .object(let ours) = present, case .object(let theirs) = value else {
                throw UnacceptableContents(known.contains(place) ? place : path, "two parts have it")
            }
            joined.set(name, .object(try join(ours, theirs, at: place)))
        }
        return joined
    }

    /// The members whose names may appear in an error; another name is a file's own text.
    private static let known: Set<String> = [
        "provider", "services", "services.pid_issuer", "services.configuration", "services.update_policy", "services.revocation_portal",
        "pid", "sharing",
        "universal_links",
    ]
}
