// SPDX-License-Identifier: EUPL-1.2
//
// The wallet's engine and flows for a host in another language: the host draws screens that arrive as JSON, and implements the bridges.
//
// Threads. Every function may be called from every thread, also from inside a callback. None waits for the wallet or the network. Callbacks come on
// threads of the library, several at once; they must return soon and never wait for another callback.
//
// Ownership. Every pointer is borrowed until the function or callback returns, by the library and by the host alike. The exception is
// wallet_callbacks.context, which the host keeps usable until `ended` has returned.
//
// Errors. A function that returns wallet_status changes nothing unless it returns WALLET_OK. Wallets and calls are numbers that are never used
// again, so a late or a second use is an error and never touches memory that is gone. The library's texts contain no value that the host passed.
//
// JSON. UTF-8; bytes stand in it as Base64 (RFC 4648 §4, with padding). At most 16 MiB for each pointer.
#ifndef WALLET_HOST_H
#define WALLET_HOST_H

#include <stddef.h>
#include <stdint.h>

#ifdef __clang__
#define WALLET_SENDABLE __attribute__((swift_attr("@Sendable")))
#else
#define WALLET_SENDABLE
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef int32_t wallet_status;

enum {
    WALLET_OK = 0,
    // A pointer is NULL or a length is over 16 MiB.
    WALLET_BAD_ARGUMENT = -1,
    // The JSON cannot be read, or is not what the function or the call expects.
    WALLET_BAD_JSON = -2,
    // The configuration, the signers or the sentences cannot be used: the app was packaged with wrong files.
    WALLET_BAD_CONFIGURATION = -3,
    // There is no wallet of this number, or it was freed.
    WALLET_UNKNOWN_WALLET = -4,
    // The wallet is not started, started already, closed, or (for wallet_free) has not ended.
    WALLET_WRONG_STATE = -5,
    // No call of this token waits: it was answered, cancelled or never made.
    WALLET_UNKNOWN_TOKEN = -6,
    // Nothing takes the answer: another screen is on the glass, or the control refuses the value.
    WALLET_NOT_TAKEN = -7,
};

// The clocks of wallet_callbacks.time.
enum {
    // The wall clock: seconds since 1970.
    WALLET_WALL_CLOCK = 0,
    // Monotonic time that also runs while the phone sleeps: seconds from any origin. Android: SystemClock.elapsedRealtime.
    WALLET_STEADY_CLOCK = 1,
};

// What the host does for the wallet. No function may be NULL.
typedef struct WALLET_SENDABLE {
    // Passed to every callback; may be NULL.
    void *context;

    // Asks the host for something. `name` ends with a zero byte. The host answers with wallet_reply, from any thread, now or later. Token 0: a
    // notice, which takes no reply. The names, requests and replies stand in Examples/JVMHost/README.md.
    void (*call)(void *context, const char *name, const uint8_t *request, size_t length, uint64_t token);

    // Draws a screen: DrawnScreen in JSON. NULL and 0: nothing is on the glass. May contain personal values: never log it.
    void (*screen)(void *context, const uint8_t *screen, size_t length);

    // Returns the time of a clock, at once.
    double (*time)(void *context, int32_t clock);

    // The wallet has ended; the last callback. The host may call wallet_free inside it.
    void (*ended)(void *context);
} wallet_callbacks;

// Makes a wallet that waits for wallet_start.
//
// configuration: {"appVersion": "1.0.0", "language": "en", "storageDirectory": PATH, "edition": TEXT, "signers": TEXT, "sentences": TEXT}; edition
// and signers are the files of the configuration server's operator, sentences is the app's string catalogue. May have "answerMilliseconds": the longest
// wait for update policy and wallet status at a launch, 1500 by default; an app leaves it out.
// callbacks: copied.
// wallet: receives the wallet's number, never 0.
// Returns WALLET_OK, WALLET_BAD_ARGUMENT, WALLET_BAD_JSON or WALLET_BAD_CONFIGURATION.
wallet_status wallet_create(const uint8_t *configuration, size_t length, const wallet_callbacks *callbacks, uint64_t *wallet);

// Starts a wallet: callbacks come from now on. Once for each wallet, and one wallet at a time over one storage directory.
//
// Returns WALLET_OK, WALLET_UNKNOWN_WALLET or WALLET_WRONG_STATE.
wallet_status wallet_start(uint64_t wallet);

// Tells what happened on the phone.
//
// told: one of {"event": NAME}, a case of AppLifecycleEvent; {"link": ADDRESS}, an opened universal link, followed by the event openLink: a running
// wallet has stored the link when the function returns; {"touch": true}, which postpones the lock.
// Returns WALLET_OK, WALLET_BAD_ARGUMENT, WALLET_BAD_JSON, WALLET_UNKNOWN_WALLET or WALLET_WRONG_STATE.
wallet_status wallet_tell(uint64_t wallet, const uint8_t *told, size_t length);

// Answers a screen: the user pressed a control or entered a value.
//
// answer: {"ticket": 12, "control": "UC2.3/1.3a"}; the ticket is the screen's.
// value: the six digits of a PIN, the text of a field, or the value of a button or card, in UTF-8; NULL and 0 for a press. Outside of the JSON, so
// that the host can overwrite it; the library overwrites its copy once a screen has taken it.
// Returns WALLET_OK, WALLET_BAD_ARGUMENT, WALLET_BAD_JSON, WALLET_UNKNOWN_WALLET, WALLET_WRONG_STATE or WALLET_NOT_TAKEN.
wallet_status wallet_answer(uint64_t wallet, const uint8_t *answer, size_t length, const uint8_t *value, size_t value_length);

// Replies to a call.
//
// reply: {"ok": VALUE} or {"error": NAME}. After WALLET_BAD_JSON the call still waits.
// Returns WALLET_OK, WALLET_BAD_ARGUMENT, WALLET_BAD_JSON, WALLET_UNKNOWN_WALLET, WALLET_WRONG_STATE or WALLET_UNKNOWN_TOKEN.
wallet_status wallet_reply(uint64_t wallet, uint64_t token, const uint8_t *reply, size_t length);

// Ends a wallet, as the system ends an app's process: calls that wait fail, and no new ones are made. `ended` follows, for a wallet that was never
// started before this function returns.
//
// Returns WALLET_OK, WALLET_UNKNOWN_WALLET or WALLET_WRONG_STATE.
wallet_status wallet_close(uint64_t wallet);

// Forgets a wallet that has ended.
//
// Returns WALLET_OK, WALLET_UNKNOWN_WALLET or WALLET_WRONG_STATE.
wallet_status wallet_free(uint64_t wallet);

// Returns a status in English for developers, such as "unknown token"; never NULL, and never freed.
const char *wallet_status_text(wallet_status status);

#ifdef __cplusplus
}
#endif

#endif
