-- SPDX-License-Identifier: EUPL-1.2
-- The permissions of the verifier's serving role, if it is not the role that migrates. Run this after every `wallet-verifier migrate`; it is
-- idempotent.
GRANT USAGE ON SCHEMA wallet_verifier TO verifier;
GRANT SELECT ON wallet_verifier.schema_migration TO verifier;
GRANT SELECT, INSERT, UPDATE, DELETE ON wallet_verifier.session, wallet_verifier.note TO verifier;
