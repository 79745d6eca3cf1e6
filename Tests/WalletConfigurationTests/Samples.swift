// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import WalletConfiguration

/// Valid sample values.
struct Samples {
    static let now: Int64 = 1_800_000_000

    let key = P256.Signing.PrivateKey()
    let otherKey = P256.Signing.PrivateKey()
    let environment = Samples.environment("test")
    var trust: DocumentTrust { DocumentTrust(environment: environment, keys: ["k1": JWK(key.publicKey)]) }

    static func environment(_ text: String) -> EnvironmentName {
        guard let name = EnvironmentName(text) else { preconditionFailure("no name of an environment") }
        return name
    }

    /// Bytes that begin and end like a certificate.
    static func root(_ number: UInt8, count: Int = 300) -> [UInt8] {
        [0x30, 0x82, UInt8((count - 4) >> 8), UInt8((count - 4) & 0xFF)] + [UInt8](repeating: number, count: count - 4)
    }

    static func base64(_ bytes: [UInt8]) -> JSONValue { .string(Data(bytes).base64EncodedString()) }

    /// Contents with every member.
    var configuration: JSONObject {
        let jwk = JSONValue.object(JWK(key.publicKey).json)
        let address: JSONValue = ["url": "https://config.example:8443/base", "tls_roots": [Self.base64(Self.root(1))]]
        return [
            "lock_timeouts": ["warning_seconds": 100, "inactivity_seconds": 200, "background_seconds": 0],
            "provider": [
                "url": "https://provider.example", "tls_roots": [Self.base64(Self.root(1)), Self.base64(Self.root(2))],
                "certificate_keys": ["c1": jwk], "result_keys": ["r1": jwk, "r2": jwk],
            ],
            "services": [
                "configuration": address, "update_policy": address,
                "pid_issuer": [
                    "url": "https://issuer.example", "tls_roots": [Self.base64(Self.root(1))],
                    "document_roots": [Self.base64(Self.root(3))], "client_id": "https://wallet.example",
                ],
                "revocation_portal": address,
            ],
            "pid": [
                "sd_jwt": ["configuration_id": "pid.sdjwt", "type": "urn:eudi:pid:1"],
                "mdoc": ["configuration_id": "pid.mdoc", "type": "eu.europa.ec.eudi.pid.1"], "batch_size": 5,
            ],
            "universal_links": [
                ["kind": "disclosure", "scheme": "https", "host": "app.example", "port": 443, "path": "/link/disclosure"],
                ["kind": "disclosure", "scheme": "openid4vp"],
            ],
            "features": [
                "biometric_unlock": false, "pin_recovery": false, "wallet_transfer": true, "pin_practice": false,
                "configuration_poll_seconds": 60,
                "update_policy_poll_seconds": 61, "wallet_status_max_age_seconds": 62, "link_lifetime_seconds": 10,
                "pin_practice_after_scans": 1, "pin_practice_after_days": 0,
            ],
            "maintenance": [
                "from": "2027-01-31T22:00:00Z", "until": "2027-02-01T02:00:00Z", "text": ["nl": "Even geduld", "en": "One moment"],
            ],
            "support": ["phone": "+31701234567", "web": "https://help.example/wallet?a=1", "email": "help@wallet.example"],
            "app_stores": ["ios": "https://apps.example/app/id1", "android": "https://play.example/store/apps/details?id=nl.example"],
        ]
    }

    var policy: JSONObject {
        [
            "available": ["1.2.0", "1.3.0"],
            "rules": [
                ["versions": "<1.0.0", "state": "block"],
                ["versions": ">=1.0.0,<1.2.0", "state": "warn", "from": "2027-01-01T00:00:00Z", "blocks_at": "2027-03-01T00:00:00Z"],
                ["versions": "=1.2.0", "state": "notify"],
            ],
        ]
    }

    func claims(version: Int64 = 7, life: Int64 = 3600, environment: EnvironmentName? = nil) throws -> DocumentClaims {
        try DocumentClaims(
            version: version, issuedAt: Self.now, expiresAt: Self.now + life, environment: environment ?? self.environment)
    }

    /// Signs any payload under any header.
    func token(type: String = UpdatePolicy.type, keyID: String? = "k1", payload: JSONObject, key: P256.Signing.PrivateKey? = nil) throws
        -> String
    {
        try CompactJWS.sign(header: JWTHeader(type: type, keyID: keyID).json, payload: payload.encode(), with: key ?? self.key).serialized
    }

    /// The payload of an accepted policy.
    var payload: JSONObject {
        ["version": 7, "iat": .integer(Self.now), "exp": .integer(Self.now + 3600), "env": "test", "contents": .object(policy)]
    }
}

extension JSONObject {
    /// A copy with a value at a path such as `services.update_policy.url` or `rules.0.from` changed, or removed for nil.
    func setting(_ path: String, _ value: JSONValue?) -> JSONObject {
        guard case .object(let object) = JSONValue.object(self).setting(path.split(separator: ".").map(String.init)[...], value) else {
            return self
        }
        return object
    }
}

extension JSONValue {
    fileprivate func setting(_ path: ArraySlice<String>, _ value: JSONValue?) -> JSONValue? {
        guard let name = path.first else { return value }
        switch self {
        case .object(var object):
            let changed = (object[name] ?? [:]).setting(path.dropFirst(), value)
            if let changed { object.set(name, changed) } else { _ = object.remove(name) }
            return .object(object)
        case .array(var entries):
            guard let index = Int(name), let changed = entries[index].setting(path.dropFirst(), value) else { return self }
            entries[index] = changed
            return .array(entries)
        default: return self
        }
    }
}
