-- SPDX-License-Identifier: EUPL-1.2
-- The permissions of the serving role. Run this after every `wallet-provider migrate`; it is idempotent.
GRANT USAGE ON SCHEMA wallet_provider TO wallet;
GRANT SELECT ON ALL TABLES IN SCHEMA wallet_provider TO wallet;
GRANT INSERT, UPDATE, DELETE ON wallet_provider.account, wallet_provider.message, wallet_provider.attestation TO wallet;
GRANT INSERT, DELETE ON wallet_provider.status_list TO wallet;
GRANT INSERT, DELETE, TRUNCATE ON wallet_provider.wallet_key TO wallet;
GRANT INSERT, UPDATE, DELETE ON wallet_provider.wrong_pin TO wallet;
GRANT INSERT ON wallet_provider.solution, wallet_provider.audit TO wallet;
