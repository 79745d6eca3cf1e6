// SPDX-License-Identifier: EUPL-1.2
package example.wallet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** A phone made of a JVM: its bridges, its events and the app's process on it. */
final class Phone implements Library.Callbacks {
    final Biometrics biometrics;
    private final AttestedKeys attestedKeys;
    private final EncryptionKeys encryptionKeys;
    private final Network network;
    private final String installation;
    private final Consumer<Map<String, Object>> glass;
    private final BiConsumer<String, String> outside;
    /** Takes the calls of a process that is not the app. */
    private final Further further;
    private final ExecutorService workers = Executors.newCachedThreadPool(Phone::daemon), screens = Executors.newSingleThreadExecutor(Phone::daemon);
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(Phone::daemon);
    /** What the notice cancel ends, by token. */
    private final Map<Long, Future<?>> cancellable = new HashMap<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final long wallet;

    /** Makes a process in the library: create, or another function of the same form. */
    interface Make {
        int make(byte[] configuration, Library.Callbacks callbacks, long[] wallet);
    }

    /** Calls beyond those of the bridges. */
    interface Further {
        Object call(String name, Map<String, Object> asked) throws Exception;
    }

    /**
     * Makes the app's process.
     *
     * @param app the files that are packaged with the app
     * @param directory the app's own directory, which exists
     * @param glass draws a screen, null for none, one after the other
     * @param outside opens a place outside the app: its kind and its address
     */
    Phone(
            Map<String, String> app, Path directory, DevelopmentAuthority authority, Consumer<Map<String, Object>> glass,
            BiConsumer<String, String> outside) throws GeneralSecurityException, IOException {
        this(patient(app), directory, authority, new Network(60_000), Library::create, (name, asked) -> { throw new Refusal("failed"); }, glass, outside);
    }

    /** The app's files with a longest wait for update policy and wallet status that suits a busy machine, like the network's. An app leaves it out. */
    private static Map<String, Object> patient(Map<String, String> app) {
        var process = new HashMap<String, Object>(app);
        process.put("answerMilliseconds", 60_000);
        return process;
    }

    /** Makes a process that takes further calls. */
    Phone(
            Map<String, ?> process, Path directory, DevelopmentAuthority authority, Network network, Make make, Further further,
            Consumer<Map<String, Object>> glass, BiConsumer<String, String> outside) throws GeneralSecurityException, IOException {
        var vault = new KeyVault(directory);
        attestedKeys = new AttestedKeys(vault, authority, directory);
        encryptionKeys = new EncryptionKeys(vault);
        biometrics = new Biometrics(vault, authority);
        installation = installation(directory);
        this.network = network;
        this.glass = glass;
        this.outside = outside;
        this.further = further;
        var configuration = new LinkedHashMap<String, Object>(process);
        configuration.put("storageDirectory", Files.createDirectories(directory.resolve("storage")).toString());
        var number = new long[1];
        require("create", make.make(Json.write(configuration), this, number));
        wallet = number[0];
    }

    /** Starts the process. */
    void start() { require("start", Library.start(wallet)); }

    /** Ends the process and waits for its end. */
    void end() throws InterruptedException {
        require("close", Library.close(wallet));
        if (!ended.await(20, TimeUnit.SECONDS)) throw new IllegalStateException("the wallet did not end");
        require("free", Library.free(wallet));
        timer.shutdownNow();
        workers.shutdownNow();
        screens.shutdown();
    }

    void leaveApp() {
        biometrics.foreground(false);
        events("willResignActive", "didEnterBackground");
    }

    void returnToApp() {
        biometrics.foreground(true);
        events("willEnterForeground", "didBecomeActive");
    }

    /** Turns the screen off: ACTION_SCREEN_OFF with a locked keyguard. */
    void lock() {
        leaveApp();
        events("didLockDevice");
    }

    void lockAndUnlock() {
        lock();
        returnToApp();
    }

    /** Opens a link of the app. */
    void open(String link) {
        returnToApp();
        tell(Map.of("link", link));
        events("openLink");
    }

    /** Presses a control of a screen, with a value or null. False: nothing takes it. */
    boolean answer(Map<String, Object> screen, String control, byte[] value) {
        var answer = Json.write(Map.of("ticket", screen.get("ticket"), "control", control));
        int status = Library.answer(wallet, answer, value);
        if (status != Library.NOT_TAKEN) require("answer", status);
        return status == Library.OK;
    }

    // MARK: Callbacks

    @Override public void call(String name, byte[] request, long token) {
        var asked = Json.object(Json.read(request));
        switch (name) {
            case "cancel" -> cancel((Long) asked.get("token"));
            case "outside.open" -> workers.execute(() -> leaveFor(asked));
            case "network.send" -> {
                var answer = network.send(asked);
                keep(token, answer);
                answer.whenComplete((value, error) -> reply(token, value, error));
            }
            case "clock.sleep" -> {
                int clock = asked.get("clock").equals("wall") ? Library.WALL_CLOCK : 1;
                double wait = ((Number) asked.get("until")).doubleValue() - time(clock);
                keep(token, timer.schedule(() -> reply(token, true, null), (long) Math.ceil(Math.max(0, wait) * 1000), TimeUnit.MILLISECONDS));
            }
            case "biometrics.sign", "conformance.act" -> keep(token, workers.submit(() -> work(name, asked, token)));
            default -> workers.execute(() -> work(name, asked, token));
        }
    }

    /** Opens a place outside the app: a page, a number, or the app's page in this phone's store. */
    private void leaveFor(Map<String, Object> place) {
        Object target = Glass.contents(place).get("_0");
        outside.accept(Glass.name(place), (String) (target instanceof Map<?, ?> pages ? pages.get("android") : target));
    }

    @Override public void screen(byte[] screen) { screens.execute(() -> glass.accept(screen == null ? null : Json.object(Json.read(screen)))); }

    @Override public double time(int clock) {
        return clock == Library.WALL_CLOCK ? System.currentTimeMillis() / 1e3 : System.nanoTime() / 1e9;
    }

    @Override public void ended() { ended.countDown(); }

    private void work(String name, Map<String, Object> asked, long token) {
        try {
            reply(token, value(name, asked), null);
        } catch (Exception error) {
            reply(token, null, error);
        }
    }

    private Object value(String name, Map<String, Object> asked) throws Exception {
        String key = (String) asked.get("name");
        switch (name) {
            case "attestedKey.generate": return attestedKeys.generate();
            case "attestedKey.attest": return attestedKeys.attest(key, Json.bytes(asked.get("challengeHash")));
            case "attestedKey.sign": return attestedKeys.sign(key, Json.bytes(asked.get("payload")));
            case "attestedKey.delete": attestedKeys.delete(key); return true;
            case "attestedKey.deleteAll": attestedKeys.deleteAll(Json.list(asked.get("except")).stream().map(String.class::cast).toList()); return true;
            case "encryptionKey.encrypt": return encryptionKeys.encrypt(key, Json.bytes(asked.get("bytes")));
            case "encryptionKey.decrypt": return encryptionKeys.decrypt(key, Json.bytes(asked.get("bytes")));
            case "encryptionKey.delete": encryptionKeys.delete(key); return true;
            case "encryptionKey.deleteAll": encryptionKeys.deleteAll(); return true;
            case "biometrics.availability": return biometrics.availability();
            case "biometrics.makeKey": return biometrics.makeKey();
            case "biometrics.sign": return biometrics.sign(Json.bytes(asked.get("nonce")), Json.object(asked.get("prompt")));
            case "biometrics.deleteKey": biometrics.deleteKey(); return true;
            case "utilities.installationIdentity": return installation;
            case "utilities.isStorageAvailable": return true;
            case "utilities.isDeviceRooted": return false;
            default: return further.call(name, asked);
        }
    }

    /** A wallet that closed or cancelled the call no longer takes the reply. */
    private void reply(long token, Object value, Throwable error) {
        if (token == 0) return;
        synchronized (cancellable) {
            cancellable.remove(token);
        }
        String name = error instanceof Refusal refusal ? refusal.name : "failed";
        byte[] reply = Json.write(error == null ? Map.of("ok", value) : Map.of("error", name));
        int status = Library.reply(wallet, token, reply);
        if (status != Library.WRONG_STATE && status != Library.UNKNOWN_WALLET && status != Library.UNKNOWN_TOKEN) require("reply", status);
    }

    private void keep(long token, Future<?> future) {
        synchronized (cancellable) {
            if (!future.isDone()) cancellable.put(token, future);
        }
    }

    private void cancel(long token) {
        Future<?> future;
        synchronized (cancellable) {
            future = cancellable.remove(token);
        }
        if (future != null) future.cancel(true);
    }

    private void events(String... names) {
        for (String name : names) tell(Map.of("event", name));
    }

    private void tell(Map<String, Object> told) { require("tell", Library.tell(wallet, Json.write(told))); }

    private static void require(String function, int status) {
        if (status != Library.OK) throw new IllegalStateException(function + ": " + Library.text(status));
    }

    /** Android: PackageInfo.firstInstallTime. */
    private static String installation(Path directory) throws IOException {
        var file = directory.resolve("installation");
        if (!Files.exists(file)) Files.writeString(file, UUID.randomUUID().toString());
        return Files.readString(file);
    }

    private static Thread daemon(Runnable work) {
        var thread = new Thread(work);
        thread.setDaemon(true);
        return thread;
    }
}
