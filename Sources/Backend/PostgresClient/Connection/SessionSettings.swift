// SPDX-License-Identifier: EUPL-1.2

/// The settings of every session. They override the defaults of server, database and role.
enum SessionSettings {
    static func sql(for configuration: PostgresConfiguration) -> String {
        let settings: KeyValuePairs = [
            // A commit is durable, also on synchronous replicas if there are any, before it is acknowledged.
            "synchronous_commit": "on",
            // Each condition is part of the statement that it guards, so no stronger isolation is needed.
            "default_transaction_isolation": "read committed",
            "search_path": "\(configuration.schema.name), pg_temp",
            "TimeZone": "UTC",
            "statement_timeout": "\(Int(configuration.statementTimeLimit / .milliseconds(1)))",
            "lock_timeout": "\(Int(configuration.lockTimeLimit / .milliseconds(1)))",
            "idle_in_transaction_session_timeout": "\(Int(configuration.statementTimeLimit / .milliseconds(1)))",
            "client_min_messages": "warning",
            // The statements are short, use keys and are prepared once. They gain nothing from JIT or custom plans.
            "jit": "off",
            "plan_cache_mode": "force_generic_plan",
            // A plan made while a table is new and small must not read the whole table later. Every statement on a large table uses keys.
            "enable_seqscan": "off",
        ]
        let calls = settings.map { "set_config('\($0.key)', '\($0.value)', false)" }
        return "SELECT " + calls.joined(separator: ", ")
    }
}
