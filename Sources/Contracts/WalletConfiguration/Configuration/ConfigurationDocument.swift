// SPDX-License-Identifier: EUPL-1.2

package import JSON

/// The wallet's configuration (Documentation/Operations/settings.md).
///
/// `{"lock_timeouts", "provider", "services", "pid", "sharing", "universal_links", "features", "maintenance", "support", "app_stores"}`.
/// `provider` and `services` are required, and `pid` with the service `pid_issuer`; all other members have defaults. Unknown members are
/// refused: a new member comes with a new URL of the server, so that older apps need not guess its meaning.
package struct ConfigurationDocument: DocumentContents {
    /// The header's `typ`.
    package static let type = "wallet-configuration+jwt"
    /// Maximum size of a token: 192 KiB.
    package static let maximumTokenBytes = 192 * 1024

    /// The times after which the core warns and locks.
    package var lockTimeouts: LockTimeouts
    package var provider: ProviderAddress
    package var services: Services
    /// The kinds and number of PID credentials; nil in a configuration without an issuer of PIDs.
    package var pid: PIDSettings?
    /// Whom the wallet trusts when it shares data; nil in documents from before this member existed, and if the wallet shares nothing.
    package var sharing: SharingSettings?
    /// The links that open the app; at most 32, each form once.
    package var universalLinks: [ConfiguredLink]
    /// Feature switches and parameters.
    package var features: FeatureSettings
    /// The next maintenance window; nil if none is planned.
    package var maintenance: MaintenanceWindow?
    package var support: SupportContacts
    package var appStores: AppStoreAddresses

    package init(
        lockTimeouts: LockTimeouts = .standard, provider: ProviderAddress, services: Services, pid: PIDSettings? = nil,
        sharing: SharingSettings? = nil, universalLinks: [ConfiguredLink] = [],
        features: FeatureSettings = FeatureSettings(), maintenance: MaintenanceWindow? = nil, support: SupportContacts = SupportContacts(),
        appStores: AppStoreAddresses = AppStoreAddresses()
    ) {
        self.lockTimeouts = lockTimeouts
        self.provider = provider
        self.services = services
        self.pid = pid
        self.sharing = sharing
        self.universalLinks = universalLinks
        self.features = features
        self.maintenance = maintenance
        self.support = support
        self.appStores = appStores
    }

    /// Reads the contents.
    ///
    /// - Throws: `UnacceptableContents` with every problem.
    package init(json: JSONObject) throws(UnacceptableContents) {
        var reader = try ContentsReader(.object(json), at: "")
        let lockTimeouts = reader.optional("lock_timeouts", LockTimeouts.init)
        let provider = reader.required("provider", ProviderAddress.init)
        let services = reader.required("services", Services.init)
        let pid = reader.optional("pid", PIDSettings.init)
        let sharing = reader.optional("sharing", SharingSettings.init)
        let links = reader.optional("universal_links", Reading.list(0...32, ConfiguredLink.init))
        let features = reader.optional("features", FeatureSettings.init)
        let maintenance = reader.optional("maintenance", MaintenanceWindow.init)
        let support = reader.optional("support", SupportContacts.init)
        let appStores = reader.optional("app_stores", AppStoreAddresses.init)
        if services?.pidIssuer != nil, json["pid"] == nil { reader.report("pid", problem: "missing; services.pid_issuer needs it") }
        if let links, Set(links.map(\.form)).count < links.count { reader.report("universal_links", problem: "the same link twice") }
        var document: ConfigurationDocument?
        if let provider, let services {
            document = ConfigurationDocument(
                lockTimeouts: lockTimeouts ?? .standard, provider: provider, services: services, pid: pid,
                sharing: sharing, universalLinks: links ?? [],
                features: features ?? FeatureSettings(), maintenance: maintenance, support: support ?? SupportContacts(),
                appStores: appStores ?? AppStoreAddresses())
        }
        self = try reader.finish(document)
    }

    /// The contents with every member written out.
    package var json: JSONObject {
        var object: JSONObject = [
            "lock_timeouts": lockTimeouts.json, "provider": provider.json, "services": services.json,
        ]
        if let pid { object.append("pid", pid.json) }
        // Not written unless it is set: a wallet that does not know it refuses the whole configuration.
        if let sharing { object.append("sharing", sharing.json) }
        object.append("universal_links", .array(universalLinks.map(\.json)))
        object.append("features", features.json)
        if let maintenance { object.append("maintenance", maintenance.json) }
        object.append("support", support.json)
        object.append("app_stores", appStores.json)
        return object
    }
}
