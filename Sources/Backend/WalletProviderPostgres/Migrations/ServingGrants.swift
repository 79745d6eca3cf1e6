// SPDX-License-Identifier: EUPL-1.2

/// The privileges that the serving role has on each table, as Deployment/postgres-grants.sql grants them.
enum ServingGrants {
    /// The tables with their privileges.
    static let tables: KeyValuePairs<String, [String]> = [
        "account": ["SELECT", "INSERT", "UPDATE", "DELETE"], "message": ["SELECT", "INSERT", "UPDATE", "DELETE"],
        "attestation": ["SELECT", "INSERT", "UPDATE", "DELETE"], "status_list": ["SELECT", "INSERT", "DELETE"],
        "wallet_key": ["SELECT", "INSERT", "DELETE", "TRUNCATE"], "wrong_pin": ["SELECT", "INSERT", "UPDATE", "DELETE"],
        "solution": ["SELECT", "INSERT"], "audit": ["SELECT", "INSERT"],
        "schema_migration": ["SELECT"],
    ]
}
