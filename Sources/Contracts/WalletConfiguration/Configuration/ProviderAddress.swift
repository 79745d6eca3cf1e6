// SPDX-License-Identifier: EUPL-1.2

package import JOSE
import JSON

/// The wallet provider: its address and its signing keys.
///
/// `{"url", "tls_roots", "certificate_keys": {"<kid>": <JWK>, …}, "result_keys": {…}}`
package struct ProviderAddress: Sendable, Hashable {
    /// The provider's address; its URL is the audience of every message.
    package let address: ServiceAddress
    /// The keys that sign wallet certificates and enrolment challenges, by key id; 1 to 16.
    package let certificateKeys: [String: JWK]
    /// The keys that sign instruction results, by key id; 1 to 16.
    package let resultKeys: [String: JWK]

    package init(address: ServiceAddress, certificateKeys: [String: JWK], resultKeys: [String: JWK]) {
        self.address = address
        self.certificateKeys = certificateKeys
        self.resultKeys = resultKeys
    }

    init(_ value: JSONValue, at path: String) throws(UnacceptableContents) {
        var reader = try ContentsReader(value, at: path)
        let url = reader.required("url", Reading.baseAddress)
        let tlsRoots = reader.required("tls_roots", Reading.roots)
        let certificateKeys = reader.required("certificate_keys", Reading.keys)
        let resultKeys = reader.required("result_keys", Reading.keys)
        var provider: ProviderAddress?
        if let url, let tlsRoots, let certificateKeys, let resultKeys {
            provider = ProviderAddress(
                address: ServiceAddress(url: url, tlsRoots: tlsRoots), certificateKeys: certificateKeys, resultKeys: resultKeys)
        }
        self = try reader.finish(provider)
    }

    var json: JSONValue {
        [
            "url": .string(address.url.text), "tls_roots": X5C.encode(address.tlsRoots),
            "certificate_keys": .object(JSONObject(keys: certificateKeys)), "result_keys": .object(JSONObject(keys: resultKeys)),
        ]
    }
}
