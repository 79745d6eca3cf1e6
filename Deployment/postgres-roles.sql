-- SPDX-License-Identifier: EUPL-1.2
-- Creates the two roles and the database. Run this once as superuser, with the passwords in psql's variables `migrating` and `serving`.
-- wallet_migrate owns database and schema, and only `wallet-provider migrate` uses it; wallet is the role of servers and commands.
SET password_encryption = 'scram-sha-256';
CREATE ROLE wallet_migrate LOGIN PASSWORD :'migrating';
CREATE ROLE wallet LOGIN PASSWORD :'serving';
CREATE DATABASE wallet OWNER wallet_migrate ENCODING 'UTF8' TEMPLATE template0;
REVOKE ALL ON DATABASE wallet FROM PUBLIC;
GRANT CONNECT ON DATABASE wallet TO wallet;
