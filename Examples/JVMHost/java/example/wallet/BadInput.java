// SPDX-License-Identifier: EUPL-1.2
package example.wallet;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Bad input from Java: each use of the library gives the status that wallet_host.h says, and the JVM lives on. */
final class BadInput {
    private static int checks;

    private BadInput() {}

    /** Arguments: as Walk's first four. */
    public static void main(String[] arguments) throws Exception {
        Library.load(arguments[0]);
        Path demo = Path.of(arguments[1]);
        var configuration = new HashMap<String, Object>(Map.of(
                "appVersion", "2.0.0", "language", "en", "edition", Files.readString(demo.resolve("configuration/configuration.json")),
                "signers", Files.readString(demo.resolve("configuration/signers.json")), "sentences", Files.readString(Path.of(arguments[2])),
                "storageDirectory", Files.createTempDirectory("bad-input").toString()));
        byte[] good = Json.write(configuration);
        var wallet = new long[1];
        var silent = new Silent();

        expect("create without configuration", Library.BAD_ARGUMENT, Library.create(null, silent, wallet));
        expect("create without callbacks", Library.BAD_ARGUMENT, Library.create(good, null, wallet));
        expect("create without a place for the number", Library.BAD_ARGUMENT, Library.create(good, silent, new long[0]));
        expect("create with no JSON", Library.BAD_JSON, Library.create(bytes("{"), silent, wallet));
        expect("create with an empty array", Library.BAD_JSON, Library.create(new byte[0], silent, wallet));
        expect("create with 17 MiB", Library.BAD_ARGUMENT, Library.create(new byte[17 << 20], silent, wallet));
        configuration.put("signers", "{}");
        expect("create with other signers", Library.BAD_CONFIGURATION, Library.create(Json.write(configuration), silent, wallet));
        expect("start nothing", Library.UNKNOWN_WALLET, Library.start(0));

        expect("create", Library.OK, Library.create(good, silent, wallet));
        long number = wallet[0];
        expect("tell before the start", Library.WRONG_STATE, Library.tell(number, bytes("{\"touch\":true}")));
        expect("free before the end", Library.WRONG_STATE, Library.free(number));
        expect("start", Library.OK, Library.start(number));
        expect("start twice", Library.WRONG_STATE, Library.start(number));

        expect("tell nothing", Library.BAD_ARGUMENT, Library.tell(number, null));
        expect("tell an unknown event", Library.BAD_JSON, Library.tell(number, bytes("{\"event\":\"didMelt\"}")));
        expect("tell two things", Library.BAD_JSON, Library.tell(number, bytes("{\"touch\":true,\"event\":\"openLink\"}")));
        expect("answer nothing", Library.BAD_ARGUMENT, Library.answer(number, null, null));
        expect("answer no JSON", Library.BAD_JSON, Library.answer(number, new byte[] {(byte) 0xff}, null));
        expect("answer no screen", Library.NOT_TAKEN, Library.answer(number, bytes("{\"ticket\":-1,\"control\":\"/\"}"), bytes("x")));

        long token = silent.calls.poll(20, TimeUnit.SECONDS);
        expect("reply nothing", Library.BAD_ARGUMENT, Library.reply(number, token, null));
        expect("reply no JSON", Library.BAD_JSON, Library.reply(number, token, bytes("ok")));
        expect("reply of another type", Library.BAD_JSON, Library.reply(number, token, bytes("{\"ok\":{\"no\":[]}}")));
        expect("reply to no call", Library.UNKNOWN_TOKEN, Library.reply(number, Long.MAX_VALUE, bytes("{\"ok\":true}")));
        expect("reply", Library.OK, Library.reply(number, token, bytes("{\"error\":\"no such error\"}")));
        expect("reply twice", Library.UNKNOWN_TOKEN, Library.reply(number, token, bytes("{\"error\":\"failed\"}")));

        // What else waits, if anything does.
        Long open = silent.calls.poll(1, TimeUnit.SECONDS);
        expect("close", Library.OK, Library.close(number));
        if (open != null) expect("reply after the end", Library.WRONG_STATE, Library.reply(number, open, bytes("{\"ok\":true}")));
        expect("tell after the end", Library.WRONG_STATE, Library.tell(number, bytes("{\"touch\":true}")));
        expect("close twice", Library.WRONG_STATE, Library.close(number));
        if (!silent.ended.await(20, TimeUnit.SECONDS)) throw new IllegalStateException("the wallet did not end");
        expect("free", Library.OK, Library.free(number));
        expect("free twice", Library.UNKNOWN_WALLET, Library.free(number));
        expect("reply after free", Library.UNKNOWN_WALLET, Library.reply(number, 1, bytes("{\"ok\":true}")));
        if (silent.isLate.get()) throw new IllegalStateException("a callback came after the end");

        expect("attest nothing", true, Library.developmentAttestation(null) == null);
        expect("attest no JSON", true, Library.developmentAttestation(bytes("[]")) == null);
        var throwing = new Throwing();
        expect("create for a host that throws", Library.OK, Library.create(good, throwing, wallet));
        expect("start for a host that throws", Library.OK, Library.start(wallet[0]));
        expect("close for a host that throws", Library.OK, Library.close(wallet[0]));
        if (!throwing.ended.await(20, TimeUnit.SECONDS)) throw new IllegalStateException("the wallet of a host that throws did not end");
        expect("free for a host that throws", Library.OK, Library.free(wallet[0]));
        System.out.println("JVM host: bad input: " + checks + " uses as wallet_host.h says");
    }

    /** A host that replies to nothing. */
    private static final class Silent implements Library.Callbacks {
        final BlockingQueue<Long> calls = new LinkedBlockingQueue<>();
        final CountDownLatch ended = new CountDownLatch(1);
        final AtomicBoolean isLate = new AtomicBoolean();

        @Override public void call(String name, byte[] request, long token) {
            note();
            if (token != 0) calls.add(token);
        }

        @Override public void screen(byte[] screen) { note(); }

        @Override public double time(int clock) {
            note();
            return System.currentTimeMillis() / 1e3;
        }

        @Override public void ended() { ended.countDown(); }

        private void note() { if (ended.getCount() == 0) isLate.set(true); }
    }

    /** A host whose every callback throws. */
    private static final class Throwing implements Library.Callbacks {
        final CountDownLatch ended = new CountDownLatch(1);

        @Override public void call(String name, byte[] request, long token) { throw new IllegalStateException(); }

        @Override public void screen(byte[] screen) { throw new IllegalStateException(); }

        @Override public double time(int clock) { throw new IllegalStateException(); }

        @Override public void ended() {
            ended.countDown();
            throw new IllegalStateException();
        }
    }

    private static void expect(String what, Object expected, Object status) {
        checks++;
        if (!expected.equals(status)) throw new IllegalStateException(what + ": " + status + " instead of " + expected);
    }

    private static byte[] bytes(String text) { return text.getBytes(StandardCharsets.UTF_8); }
}
