// SPDX-License-Identifier: EUPL-1.2
package example.wallet;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * One phase of the conformance suite over the bridges in Java: `1`, then in a later JVM over the same files `2`, which fails unless every promise is
 * kept that this phone makes and can try.
 */
final class Conformance {
    /** The checks restart the phone, which would end the JVM. */
    private static final Set<String> RESTARTING = Set.of("KEY-18", "KEY-19", "ATT-13", "BIO-15", "UTL-04", "EVT-05");
    /** The promises of iPhones. */
    private static final Set<String> OF_IPHONES = Set.of("ATT-12", "ATT-15", "EVT-03");
    /** A JVM has no enrolment to change, no network to switch off and no clock to set. */
    private static final Set<String> NOT_POSSIBLE = Set.of("BIO-11", "BIO-16", "NET-01", "CLK-05");
    /** The promises of the camera: these bridges have none. */
    private static final Set<String> OF_CAMERAS = Set.of(
        "CAM-01", "CAM-02", "CAM-03", "CAM-04", "CAM-05", "CAM-06", "CAM-07", "CAM-08", "CAM-09");

    private Conformance() {}

    /** Arguments: the library's glue, the state of `wallet demo`, the app's directory, the phase, the file for the report. */
    public static void main(String[] arguments) throws Exception {
        Library.load(arguments[0]);
        Path demo = Path.of(arguments[1]), directory = Files.createDirectories(Path.of(arguments[2]));
        Path notebook = directory.resolve("notebook.json"), report = Path.of(arguments[4]);
        int phase = Integer.parseInt(arguments[3]);
        String authority = Files.readString(demo.resolve("google-ca.pem"));
        var digest = new byte[32];
        // The signer of the demo's app, which is not signed (PhoneMaker+Demo.swift).
        Arrays.fill(digest, (byte) 0xde);
        var configuration = new HashMap<String, Object>(Map.of(
                "name", "JVM " + Runtime.version(), "phase", phase, "authority", authority, "packageName", "nl.example.wallet",
                "signingCertificateDigest", digest));
        if (phase == 2) configuration.put("notebook", Files.readString(notebook));
        var result = new CompletableFuture<Map<String, Object>>();
        var phone = new Phone[1];
        phone[0] = new Phone(
                configuration, directory, new DevelopmentAuthority(authority), new Network(0), Library::developmentConformance,
                (name, asked) -> switch (name) {
                    case "conformance.act" -> perform(asked, phone[0]);
                    case "conformance.result" -> result.complete(asked);
                    default -> throw new Refusal("failed");
                }, screen -> {}, (place, address) -> {});
        phone[0].start();
        var found = result.get(400, TimeUnit.SECONDS);
        phone[0].end();
        if (found.get("problem") instanceof String problem) throw new IllegalStateException(problem);
        Files.writeString(notebook, (String) found.get("notebook"));
        if (phase == 2) judge((String) found.get("report"), report);
    }

    /** Performs an act of the person, as JSON of WalletPlatformTesting's Act. False: it is not possible here. */
    private static boolean perform(Map<String, Object> asked, Phone phone) throws InterruptedException {
        String act = asked.keySet().iterator().next();
        var sensor = phone.biometrics;
        switch (act) {
            case "seePrompt" -> sensor.awaitPrompt();
            case "presentEnrolledFaceOrFinger" -> sensor.performAtPrompt(Biometrics.Act.PRESENT);
            case "presentAnotherFaceOrFinger" -> sensor.performAtPrompt(Biometrics.Act.PRESENT_ANOTHER);
            case "closePrompt" -> sensor.performAtPrompt(Biometrics.Act.CLOSE);
            case "chooseFallback" -> sensor.performAtPrompt(Biometrics.Act.OTHER_WAY);
            // The prompt scans on after a mismatch.
            case "chooseAnotherTry" -> { return true; }
            case "lockSensor" -> sensor.lock();
            case "enterPasscode" -> sensor.unlock();
            case "leaveApp" -> phone.leaveApp();
            case "returnToApp" -> phone.returnToApp();
            case "lockPhone" -> phone.lock();
            case "openLink" -> phone.open((String) Json.object(asked.get(act)).get("_0"));
            default -> { return false; }
        }
        return true;
    }

    private static void judge(String written, Path file) throws Exception {
        Files.writeString(file, written);
        var expected = new TreeSet<String>(RESTARTING);
        expected.addAll(OF_IPHONES);
        expected.addAll(NOT_POSSIBLE);
        expected.addAll(OF_CAMERAS);
        var notTried = new TreeSet<String>();
        boolean isBroken = false;
        var report = Json.object(Json.read(written.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
        List<Object> results = Json.list(report.get("results"));
        for (var each : results) {
            var result = Json.object(each);
            String identifier = (String) result.get("identifier");
            if (result.get("verdict").equals("notTried")) notTried.add(identifier);
            if (!result.get("verdict").equals("broken")) continue;
            isBroken = true;
            System.err.println("JVM host: " + identifier + " is broken: " + result.get("detail"));
        }
        if (!notTried.equals(expected)) System.err.println("JVM host: not tried are " + notTried + ", expected are " + expected);
        if (isBroken || !notTried.equals(expected)) System.exit(1);
        System.out.println("JVM host: the bridges keep " + report.get("kept") + " promises of " + results.size() + "; not tried: " + notTried);
    }
}
