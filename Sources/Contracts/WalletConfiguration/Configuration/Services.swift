// SPDX-License-Identifier: EUPL-1.2

import JSON

/// The services other than the provider: a closed set of names.
///
/// `{"configuration": <address>, "update_policy": <address>, "pid_issuer": <issuer>, "revocation_portal": <address>}`; the last two are
/// optional.
package struct Services: Sendable, Hashable {
    /// The server of the next configuration.
    package let configuration: ServiceAddress
    /// The server of the update policy; often the same server.
    package let updatePolicy: ServiceAddress
    /// The issuer of PIDs, if any.
    package let pidIssuer: PIDIssuerAddress?
    /// The portal for revoking a wallet with its deletion code, if any.
    package let revocationPortal: ServiceAddress?

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
