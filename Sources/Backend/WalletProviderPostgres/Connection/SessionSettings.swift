// SPDX-License-Identifier: EUPL-1.2

/// The settings that every session has, whatever server, database and role say.
enum SessionSettings {
    /// The schema of all tables and functions; nothing of anybody else is found by its bare name.
    static let schema = "wallet_provider"

    static func sql(for configuration: PostgresConfiguration) -> String {
        let settings: KeyValuePairs = [
            // A commit is on the disk, and on that of the synchronous replicas if there are any, before it is acknowledged.
            "synchronous_commit": "on",
            // Every condition stands in the statement that it guards, so nothing stronger is needed.
            "default_transaction_isolation": "read committed",
            "search_path": "\(schema), pg_temp",
            "TimeZone": "UTC",
            "statement_timeout": "\(Int(configuration.statementTimeLimit / .milliseconds(1)))",
            "lock_timeout": "\(Int(configuration.lockTimeLimit / .milliseconds(1)))",
            "idle_in_transaction_session_timeout": "\(Int(configuration.statementTimeLimit / .milliseconds(1)))",
            "client_min_messages": "warning",
            // Short statements by key, prepared once: neither is worth its time.
            "jit": "off",
            "plan_cache_mode": "force_generic_plan",
        ]
        let calls = settings.map { "set_config('\($0.key)', '\($0.value)', false)" }
        return "SELECT " + calls.joined(separator: ", ")
    }
}
