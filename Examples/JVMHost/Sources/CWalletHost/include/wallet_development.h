// SPDX-License-Identifier: EUPL-1.2
//
// For development only: certifies a key in the place of a phone's secure hardware, and tries the promises of the host's bridges. An app's library
// leaves these functions out (the target WalletDevelopment), because on a phone the key store makes the chain.
#ifndef WALLET_DEVELOPMENT_H
#define WALLET_DEVELOPMENT_H

#include "wallet_host.h"

#ifdef __cplusplus
extern "C" {
#endif

// Makes the attestation chain of a key.
//
// request: {"authority": TEXT, "packageName": NAME, "signingCertificateDigest": BASE64, "patchMonth": 202509, "publicKey": BASE64,
// "challengeHash": BASE64}; the authority is the demo's google-ca.pem, the public key has 65 bytes (X9.63), digest and hash have 32.
// result: called once before the function returns WALLET_OK, with an array of certificates in DER, each in Base64, the key's own first.
// Returns WALLET_OK, WALLET_BAD_ARGUMENT, WALLET_BAD_JSON or WALLET_BAD_CONFIGURATION.
wallet_status wallet_development_attestation(
    const uint8_t *request, size_t length, void *context, void (*result)(void *context, const uint8_t *chain, size_t length));

// Makes a process that runs one phase of the conformance suite (WalletPlatformTesting) over the host's bridges, in place of the app. wallet_start,
// wallet_tell, wallet_reply, wallet_close and wallet_free are those of a wallet; wallet_answer takes nothing.
//
// configuration: {"name": TEXT, "storageDirectory": PATH, "phase": 1 or 2, "notebook": TEXT, "authority": TEXT, "packageName": NAME,
// "signingCertificateDigest": BASE64}; the notebook is the first phase's, for the second phase in a later process over the same files.
// callbacks: copied. The further calls conformance.act and conformance.result stand in Examples/JVMHost/README.md.
// wallet: receives the number of the process, never 0.
// Returns WALLET_OK, WALLET_BAD_ARGUMENT, WALLET_BAD_JSON or WALLET_BAD_CONFIGURATION.
wallet_status wallet_development_conformance(
    const uint8_t *configuration, size_t length, const wallet_callbacks *callbacks, uint64_t *wallet);

#ifdef __cplusplus
}
#endif

#endif
