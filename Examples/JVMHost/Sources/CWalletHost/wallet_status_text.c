// SPDX-License-Identifier: EUPL-1.2
#include "wallet_host.h"

const char *wallet_status_text(wallet_status status) {
    switch (status) {
    case WALLET_OK: return "done";
    case WALLET_BAD_ARGUMENT: return "a pointer is NULL or a length is over 16 MiB";
    case WALLET_BAD_JSON: return "the JSON is not what was expected";
    case WALLET_BAD_CONFIGURATION: return "the files of the app cannot be used";
    case WALLET_UNKNOWN_WALLET: return "there is no wallet of this number";
    case WALLET_WRONG_STATE: return "the wallet is not in the state that this needs";
    case WALLET_UNKNOWN_TOKEN: return "no call of this token waits";
    case WALLET_NOT_TAKEN: return "nothing takes the answer";
    default: return "not a status of this library";
    }
}
