// SPDX-License-Identifier: EUPL-1.2

import JOSE

/// The services beside the provider: a closed set of names.
///
/// `{"configuration": <address>, "update_policy": <address>, "pid_issuer": <issuer>, "revocation_portal": <address>}`; the last two may be
/// missing.
package struct Services: Sendable, Hashable {
    /// Where the next edition of the configuration is.
    package let configuration: ServiceAddress
    /// Where the update policy is; often the same server.
    package let updatePolicy: ServiceAddress
    /// The issuer of PIDs; nil where there is none.
    package let pidIssuer: PIDIssuerAddress?
    /// The portal on which a wallet is revoked with its deletion code; nil where there is none.
    package let revocationPortal: ServiceAddress?

    /// Services.
    package init(
        configuration: ServiceAddress, updatePolicy: ServiceAddress, pidIssuer: PIDIssuerAddress? = nil,
        revocationPortal: ServiceAddress? = nil
    ) {
        self.configuration = configuration
        self.updatePolicy = updatePolicy
        self.pidIssuer = pidIssuer
        self.revocationPortal = revocationPortal
    }

    init(_ value: JSONValue, at path: String) throws(UnacceptableContents) {
        var reader = try ContentsReader(value, at: path)
        let configuration = reader.required("configuration", ServiceAddress.init)
        let updatePolicy = reader.required("update_policy", ServiceAddress.init)
        let pidIssuer = reader.optional("pid_issuer", PIDIssuerAddress.init)
        let portal = reader.optional("revocation_portal", ServiceAddress.init)
        var services: Services?
        if let configuration, let updatePolicy {
            services = Services(configuration: configuration, updatePolicy: updatePolicy, pidIssuer: pidIssuer, revocationPortal: portal)
        }
        self = try reader.finish(services)
    }

    var json: JSONValue {
        var object: JSONObject = ["configuration": configuration.json, "update_policy": updatePolicy.json]
        if let pidIssuer { object.append("pid_issuer", pidIssuer.json) }
        if let revocationPortal { object.append("revocation_portal", revocationPortal.json) }
        return .object(object)
    }
}
