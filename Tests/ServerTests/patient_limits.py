# SPDX-License-Identifier: EUPL-1.2
"""Long time limits of the servers that tests start, as settings: a busy machine must not make a server give up."""

PATIENT = {
    **{f"WALLET_PROVIDER_{name}_MILLISECONDS": "60000"
       for name in ("REQUEST", "PORTAL_REQUEST", "DATABASE", "HSM", "LOCK", "JOURNAL", "JOURNAL_START", "JOURNAL_WRITE")},
    **{f"WALLET_ISSUER_{name}_MILLISECONDS": "60000" for name in ("HSM", "LOCK")},
    **{f"WALLET_VERIFIER_{name}_MILLISECONDS": "60000" for name in ("REQUEST", "DATABASE", "LOCK")},
    "WALLET_VERIFIER_STATUS_SECONDS": "60", "WALLET_VERIFIER_WEBHOOK_SECONDS": "60",
    "WALLET_ISSUER_LOGIN_SECONDS": "60", "WALLET_ISSUER_STATUS_SECONDS": "60", "WALLET_PROVIDER_ANDROID_REVOCATION_SECONDS": "60",
    **{f"WALLET_{server}_{name}_SECONDS": "60"
       for server in ("PROVIDER", "PROVIDER_PORTAL", "ISSUER", "CONFIG", "VERIFIER") for name in ("IDLE", "BODY", "ANSWER", "HEALTH", "SHUTDOWN")},
}
