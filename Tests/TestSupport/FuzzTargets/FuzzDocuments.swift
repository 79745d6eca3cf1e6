// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import WalletConfiguration

/// Valid documents of a configuration server.
enum FuzzDocuments {
    /// The trust anchor of the targets.
    static let trust = FuzzParties.made {
        try DocumentTrust(json: ["environment": "test", "keys": ["k1": .object(JWK(FuzzParties.signerKey.publicKey).json)]])
    }

    static let claims = FuzzParties.made {
        try DocumentClaims(
            version: 7, issuedAt: FuzzParties.now - 60, expiresAt: FuzzParties.now + 86_400, environment: trust.environment)
    }

    /// Contents with every member.
    static var configuration: JSONObject {
        let jwk = JSONValue.object(JWK(FuzzParties.authorityKey.publicKey).json)
        let address: JSONValue = ["url": "https://config.example:8443/base", "tls_roots": [root(1)]]
        let issuer: JSONValue = [
            "url": "https://issuer.example", "tls_roots": [root(1)], "document_roots": [root(3)], "client_id": "https://wallet.example",
        ]
        return [
            "lock_timeouts": ["warning_seconds": 100, "inactivity_seconds": 200, "background_seconds": 0],
            "provider": [
                "url": "https://provider.example", "tls_roots": [root(1), root(2)], "certificate_keys": ["c1": jwk],
                "result_keys": ["r1": jwk],
            ],
            "services": ["configuration": address, "update_policy": address, "pid_issuer": issuer, "revocation_portal": address],
            "pid": [
                "sd_jwt": ["configuration_id": "pid.sdjwt", "type": "urn:eudi:pid:1"],
                "mdoc": ["configuration_id": "pid.mdoc", "type": "eu.europa.ec.eudi.pid.1"], "batch_size": 5,
            ],
            "sharing": sharing,
            "universal_links": [
                ["kind": "disclosure", "scheme": "https", "host": "app.example", "port": 443, "path": "/link/disclosure"],
                ["kind": "disclosure", "scheme": "openid4vp"],
            ],
            "features": ["biometric_unlock": false, "link_lifetime_seconds": 10],
            "maintenance": [
                "from": "2027-01-31T22:00:00Z", "until": "2027-02-01T02:00:00Z", "text": ["nl": "Even geduld", "en": "One moment"],
            ],
            "support": ["phone": "+31701234567", "web": "https://help.example/wallet?a=1", "email": "help@wallet.example"],
            "app_stores": ["ios": "https://apps.example/app/id1", "android": "https://play.example/store/apps/details?id=nl.example"],
        ]
    }

    private static var sharing: JSONValue {
        [
            "access_roots": [root(4)], "registrar_roots": [root(5), root(6)], "tls_roots": [root(7)],
            "over_asking": "refuse", "unverified_registration": "warn",
            "login": [
                "sd_jwt": ["type": "urn:eudi:pid:1", "path": ["personal_number"]],
                "mdoc": ["type": "eu.europa.ec.eudi.pid.1", "path": ["eu.europa.ec.eudi.pid.1", "personal_number"]],
            ],
            "type_parents": ["urn:eudi:pid:nl:1": ["urn:eudi:pid:1"]], "approval_seconds": 60,
        ]
    }

    static let policy: JSONObject = [
        "available": ["1.2.0", "1.3.0"],
        "rules": [
            ["versions": "<1.0.0", "state": "block"],
            ["versions": ">=1.0.0,<1.2.0", "state": "warn", "from": "2025-12-01T00:00:00Z", "blocks_at": "2026-03-01T00:00:00Z"],
            ["versions": "=1.2.0", "state": "notify", "from": "2026-02-01T00:00:00Z"],
        ],
    ]

    /// Bytes that begin and end like a certificate, in base64.
    private static func root(_ number: UInt8) -> JSONValue {
        .string(Data([0x30, 0x81, 0x80] + [UInt8](repeating: number, count: 128)).base64EncodedString())
    }
}
