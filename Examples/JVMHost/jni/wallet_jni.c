// SPDX-License-Identifier: EUPL-1.2
//
// The C interface of the wallet for Java: the native methods of example.wallet.Library. Android's runtime takes it unchanged.
#include <jni.h>
#include <pthread.h>
#include <stdlib.h>

#include "wallet_development.h"
#include "wallet_host.h"

static JavaVM *machine;
// Its destructor detaches a thread of the library from the JVM, which Android requires before the thread ends.
static pthread_key_t attached;

// The context of a wallet's callbacks. `ended` frees it.
typedef struct {
    jobject callbacks;
    jmethodID call, screen, time, ended;
    uint64_t wallet;
} context_t;

static void detach(void *vm) { (*(JavaVM *)vm)->DetachCurrentThread(vm); }

JNIEXPORT jint JNI_OnLoad(JavaVM *vm, void *reserved) {
    (void)reserved;
    machine = vm;
    return pthread_key_create(&attached, detach) == 0 ? JNI_VERSION_1_6 : JNI_ERR;
}

// The environment of the present thread, attached if needed; NULL when the JVM takes no more threads.
static JNIEnv *environment(void) {
    void *env = NULL;
    if ((*machine)->GetEnv(machine, &env, JNI_VERSION_1_6) == JNI_OK) return env;
#ifdef __ANDROID__
    JNIEnv **slot = (JNIEnv **)&env;
#else
    void **slot = &env;
#endif
    if ((*machine)->AttachCurrentThreadAsDaemon(machine, slot, NULL) != JNI_OK) return NULL;
    pthread_setspecific(attached, machine);
    return env;
}

// True after an exception in Java, which this clears.
static jboolean failed(JNIEnv *env) {
    if (!(*env)->ExceptionCheck(env)) return JNI_FALSE;
    // Not described: its text may contain what the wallet passed.
    (*env)->ExceptionClear(env);
    return JNI_TRUE;
}

static jbyteArray array(JNIEnv *env, const uint8_t *bytes, size_t length) {
    jbyteArray made = (*env)->NewByteArray(env, (jsize)length);
    if (made != NULL) (*env)->SetByteArrayRegion(env, made, 0, (jsize)length, (const jbyte *)bytes);
    return made;
}

// A thread of the library never returns to Java, which would free local references: each callback frees its own.
static void on_call(void *pointer, const char *name, const uint8_t *request, size_t length, uint64_t token) {
    static const uint8_t refusal[] = "{\"error\":\"failed\"}";
    context_t *context = pointer;
    JNIEnv *env = environment();
    jboolean is_lost = JNI_TRUE;
    if (env != NULL && (*env)->PushLocalFrame(env, 4) == 0) {
        jstring text = (*env)->NewStringUTF(env, name);
        jbyteArray bytes = text == NULL ? NULL : array(env, request, length);
        if (bytes != NULL) (*env)->CallVoidMethod(env, context->callbacks, context->call, text, bytes, (jlong)token);
        is_lost = failed(env) || bytes == NULL;
        (*env)->PopLocalFrame(env, NULL);
    }
    else if (env != NULL) failed(env);
    if (is_lost && token != 0) wallet_reply(context->wallet, token, refusal, sizeof refusal - 1);
}

static void on_screen(void *pointer, const uint8_t *screen, size_t length) {
    context_t *context = pointer;
    JNIEnv *env = environment();
    if (env == NULL) return;
    if ((*env)->PushLocalFrame(env, 4) != 0) {
        failed(env);
        return;
    }
    jbyteArray bytes = screen == NULL ? NULL : array(env, screen, length);
    if (screen == NULL || bytes != NULL) (*env)->CallVoidMethod(env, context->callbacks, context->screen, bytes);
    failed(env);
    (*env)->PopLocalFrame(env, NULL);
}

static double on_time(void *pointer, int32_t clock) {
    context_t *context = pointer;
    JNIEnv *env = environment();
    if (env == NULL) return 0;
    double time = (*env)->CallDoubleMethod(env, context->callbacks, context->time, (jint)clock);
    return failed(env) ? 0 : time;
}

static void on_ended(void *pointer) {
    context_t *context = pointer;
    JNIEnv *env = environment();
    if (env != NULL) {
        (*env)->CallVoidMethod(env, context->callbacks, context->ended);
        failed(env);
        (*env)->DeleteGlobalRef(env, context->callbacks);
    }
    free(context);
}

// Bytes of Java for the time of one call; Java's null is NULL.
typedef struct {
    jbyteArray array;
    jbyte *bytes;
    size_t length;
} borrowed_t;

static borrowed_t borrow(JNIEnv *env, jbyteArray array) {
    borrowed_t borrowed = {array, NULL, 0};
    if (array == NULL) return borrowed;
    borrowed.bytes = (*env)->GetByteArrayElements(env, array, NULL);
    if (borrowed.bytes != NULL) borrowed.length = (size_t)(*env)->GetArrayLength(env, array);
    return borrowed;
}

// JNI_ABORT: nothing was changed that Java should see.
static void give_back(JNIEnv *env, borrowed_t borrowed) {
    if (borrowed.bytes == NULL) return;
    (*env)->ReleaseByteArrayElements(env, borrowed.array, borrowed.bytes, JNI_ABORT);
}

#define NATIVE(type, name) JNIEXPORT type JNICALL Java_example_wallet_Library_##name

typedef wallet_status (*make_t)(const uint8_t *configuration, size_t length, const wallet_callbacks *callbacks, uint64_t *wallet);

static jint made(JNIEnv *env, make_t make, jbyteArray configuration, jobject callbacks, jlongArray wallet) {
    if (callbacks == NULL || wallet == NULL || (*env)->GetArrayLength(env, wallet) < 1) return WALLET_BAD_ARGUMENT;
    context_t *context = calloc(1, sizeof *context);
    if (context == NULL) return WALLET_BAD_ARGUMENT;
    jclass type = (*env)->GetObjectClass(env, callbacks);
    context->call = (*env)->GetMethodID(env, type, "call", "(Ljava/lang/String;[BJ)V");
    if (context->call != NULL) context->screen = (*env)->GetMethodID(env, type, "screen", "([B)V");
    if (context->screen != NULL) context->time = (*env)->GetMethodID(env, type, "time", "(I)D");
    if (context->time != NULL) context->ended = (*env)->GetMethodID(env, type, "ended", "()V");
    if (context->ended != NULL) context->callbacks = (*env)->NewGlobalRef(env, callbacks);
    if (context->callbacks == NULL) {
        free(context);
        // NoSuchMethodError is thrown in Java if it is what happened.
        return WALLET_BAD_ARGUMENT;
    }
    wallet_callbacks functions = {context, on_call, on_screen, on_time, on_ended};
    borrowed_t bytes = borrow(env, configuration);
    wallet_status status = make((const uint8_t *)bytes.bytes, bytes.length, &functions, &context->wallet);
    give_back(env, bytes);
    if (status != WALLET_OK) {
        (*env)->DeleteGlobalRef(env, context->callbacks);
        free(context);
        return status;
    }
    jlong number = (jlong)context->wallet;
    (*env)->SetLongArrayRegion(env, wallet, 0, 1, &number);
    return status;
}

NATIVE(jint, create)(JNIEnv *env, jclass class, jbyteArray configuration, jobject callbacks, jlongArray wallet) {
    (void)class;
    return made(env, wallet_create, configuration, callbacks, wallet);
}

NATIVE(jint, developmentConformance)(JNIEnv *env, jclass class, jbyteArray configuration, jobject callbacks, jlongArray wallet) {
    (void)class;
    return made(env, wallet_development_conformance, configuration, callbacks, wallet);
}

NATIVE(jint, start)(JNIEnv *env, jclass class, jlong wallet) {
    (void)env, (void)class;
    return wallet_start((uint64_t)wallet);
}

NATIVE(jint, tell)(JNIEnv *env, jclass class, jlong wallet, jbyteArray told) {
    (void)class;
    borrowed_t bytes = borrow(env, told);
    wallet_status status = wallet_tell((uint64_t)wallet, (const uint8_t *)bytes.bytes, bytes.length);
    give_back(env, bytes);
    return status;
}

NATIVE(jint, answer)(JNIEnv *env, jclass class, jlong wallet, jbyteArray answer, jbyteArray value) {
    (void)class;
    borrowed_t bytes = borrow(env, answer), entered = borrow(env, value);
    wallet_status status = wallet_answer(
        (uint64_t)wallet, (const uint8_t *)bytes.bytes, bytes.length, (const uint8_t *)entered.bytes, entered.length);
    // A PIN. If the bytes are Java's own and no copy, this overwrites those.
    volatile jbyte *digits = entered.bytes;
    for (size_t index = 0; index < entered.length; index++) digits[index] = 0;
    give_back(env, entered);
    give_back(env, bytes);
    return status;
}

NATIVE(jint, reply)(JNIEnv *env, jclass class, jlong wallet, jlong token, jbyteArray reply) {
    (void)class;
    borrowed_t bytes = borrow(env, reply);
    wallet_status status = wallet_reply((uint64_t)wallet, (uint64_t)token, (const uint8_t *)bytes.bytes, bytes.length);
    give_back(env, bytes);
    return status;
}

NATIVE(jint, close)(JNIEnv *env, jclass class, jlong wallet) {
    (void)env, (void)class;
    return wallet_close((uint64_t)wallet);
}

NATIVE(jint, free)(JNIEnv *env, jclass class, jlong wallet) {
    (void)env, (void)class;
    return wallet_free((uint64_t)wallet);
}

NATIVE(jstring, text)(JNIEnv *env, jclass class, jint status) {
    (void)class;
    return (*env)->NewStringUTF(env, wallet_status_text(status));
}

typedef struct {
    JNIEnv *env;
    jbyteArray chain;
} attested_t;

static void on_chain(void *context, const uint8_t *chain, size_t length) {
    attested_t *attested = context;
    attested->chain = array(attested->env, chain, length);
}

// Returns the chain in JSON; null for a request that cannot be used.
NATIVE(jbyteArray, developmentAttestation)(JNIEnv *env, jclass class, jbyteArray request) {
    (void)class;
    attested_t attested = {env, NULL};
    borrowed_t bytes = borrow(env, request);
    wallet_development_attestation((const uint8_t *)bytes.bytes, bytes.length, &attested, on_chain);
    give_back(env, bytes);
    return attested.chain;
}
