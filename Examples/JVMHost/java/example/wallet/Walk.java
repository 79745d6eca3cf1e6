// SPDX-License-Identifier: EUPL-1.2
package example.wallet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The whole walk: `first` from the first start over a card and the lock to the unlock, `again` the unlock after a restart of the JVM. Fails with the
 * steps that it missed.
 */
final class Walk {
    private static final List<String> FIRST = List.of(
            "ChoosePIN", "RepeatPIN", "ConfigureBiometrics", "ConfirmDeletionCode", "login", "VerifyYourData", "card", "lock", "OpenWithPIN",
            "unlock with PIN");
    private static final List<String> AGAIN = List.of("OpenWithPIN", "unlock with PIN", "lock", "unlock with fingerprint");

    private Walk() {}

    /** Arguments: the library's glue, the state of `wallet demo`, the app's string catalogue, the app's directory, first or again. */
    public static void main(String[] arguments) throws Exception {
        Library.load(arguments[0]);
        Path demo = Path.of(arguments[1]), directory = Files.createDirectories(Path.of(arguments[3]));
        boolean isAgain = arguments[4].equals("again");
        var app = Map.of(
                "appVersion", "2.0.0", "language", "en", "edition", Files.readString(demo.resolve("configuration/configuration.json")),
                "signers", Files.readString(demo.resolve("configuration/signers.json")), "sentences", Files.readString(Path.of(arguments[2])));
        var authority = new DevelopmentAuthority(Files.readString(demo.resolve("google-ca.pem")));
        var browser = new Browser(demo.resolve("issuer/tls/ca.pem"));
        var person = new Person(isAgain);
        var phone = new Phone[1];
        phone[0] = new Phone(app, directory, authority, screen -> failing(person, () -> person.see(screen)), (place, address) -> failing(person, () -> {
            if (!place.equals("browser")) return;
            phone[0].leaveApp();
            String link = browser.logIn(address);
            person.seen.add("login");
            phone[0].open(link);
        }));
        person.use(phone[0]);
        phone[0].start();
        String problem = null;
        try {
            person.done.get(150, TimeUnit.SECONDS);
        } catch (ExecutionException error) {
            problem = error.getCause().toString();
        } catch (TimeoutException error) {
            problem = "nothing happened for too long";
        }
        phone[0].end();
        var missing = missing(isAgain ? AGAIN : FIRST, person.seen);
        if (problem != null || !missing.isEmpty()) {
            System.err.println("JVM host: the walk " + arguments[4] + " failed: " + problem + "; missing steps " + missing + " of " + person.seen);
            System.exit(1);
        }
        System.out.println("JVM host: the walk " + arguments[4] + " took every step: " + String.join(", ", isAgain ? AGAIN : FIRST));
    }

    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    private static void failing(Person person, Work work) {
        try {
            work.run();
        } catch (Exception error) {
            person.done.completeExceptionally(error);
        }
    }

    /** The steps that were not seen in this order. */
    private static List<String> missing(List<String> steps, List<String> seen) {
        var missing = new ArrayList<String>();
        int at = 0;
        for (String step : steps) {
            int found = seen.subList(at, seen.size()).indexOf(step);
            if (found < 0) missing.add(step);
            else at += found + 1;
        }
        return missing;
    }
}
