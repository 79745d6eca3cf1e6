// SPDX-License-Identifier: EUPL-1.2
package example.wallet;

/** The wallet's library: each method is the function of wallet_host.h with the same name; null is NULL. */
final class Library {
    static final int OK = 0, BAD_ARGUMENT = -1, BAD_JSON = -2, BAD_CONFIGURATION = -3, UNKNOWN_WALLET = -4, WRONG_STATE = -5, UNKNOWN_TOKEN = -6,
            NOT_TAKEN = -7;
    static final int WALL_CLOCK = 0;

    /** What the host does for the wallet, on threads of the library. */
    interface Callbacks {
        /** Token 0 is a notice, which takes no reply. */
        void call(String name, byte[] request, long token);

        /** Null: nothing is on the glass. */
        void screen(byte[] screen);

        double time(int clock);

        void ended();
    }

    private Library() {}

    /** Loads the library's glue, which loads the library. */
    static void load(String path) { System.load(path); }

    static native int create(byte[] configuration, Callbacks callbacks, long[] wallet);

    /** For development only: makes a process that runs one phase of the conformance suite. */
    static native int developmentConformance(byte[] configuration, Callbacks callbacks, long[] wallet);

    static native int start(long wallet);

    static native int tell(long wallet, byte[] told);

    static native int answer(long wallet, byte[] answer, byte[] value);

    static native int reply(long wallet, long token, byte[] reply);

    static native int close(long wallet);

    static native int free(long wallet);

    static native String text(int status);

    /** For development only; null for a request that cannot be used. */
    static native byte[] developmentAttestation(byte[] request);
}
