// SPDX-License-Identifier: EUPL-1.2
package example.wallet;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;

/** The person at the phone, who answers each screen until the walk is done. */
final class Person {
    /** The steps of the walk in the order in which they were seen: names of screens, and what the person did. */
    final List<String> seen = new CopyOnWriteArrayList<>();
    /** Completes with the walk. */
    final CompletableFuture<Void> done = new CompletableFuture<>();

    private static final Pattern NUMBER = Pattern.compile("\\b(\\d+)\\b");
    /** True after a restart: the person unlocks with the PIN first, then with the fingerprint. */
    private final boolean isAgain;
    private Phone phone;
    private List<Object> code = List.of();
    private boolean hasLocked, hasSeenPIN;

    Person(boolean isAgain) { this.isAgain = isAgain; }

    void use(Phone phone) {
        this.phone = phone;
        // The first prompt after a restart.
        if (isAgain) phone.biometrics.perform(Biometrics.Act.CLOSE);
    }

    /** Sees a screen, null for none. */
    void see(Map<String, Object> screen) {
        if (screen == null || done.isDone() || !Boolean.TRUE.equals(screen.get("isLive"))) return;
        String drawing = Glass.draw(screen), name = (String) screen.get("name");
        System.out.println(drawing + "\n");
        seen.add(name);
        if (drawing.contains(Glass.UNKNOWN)) throw new IllegalStateException("a component of " + name + " was not drawn");
        if (seen.size() > 100) throw new IllegalStateException("the person is lost");
        switch (name) {
            case "Dashboard" -> lookAtCards(screen);
            case "ConfigureBiometrics" -> {
                phone.biometrics.perform(Biometrics.Act.PRESENT);
                answer(screen);
            }
            case "OpenWithPIN" -> {
                hasSeenPIN = true;
                answer(screen);
            }
            default -> answer(screen);
        }
    }

    private void lookAtCards(Map<String, Object> screen) {
        boolean hasCard = Json.list(screen.get("components")).stream().map(Json::object)
                .anyMatch(part -> Glass.name(part).equals("cards") && !Json.list(Glass.contents(part).get("_0")).isEmpty());
        if (!hasCard) return;
        if (!hasLocked) {
            if (isAgain && !hasSeenPIN) return;
            seen.add(isAgain ? "unlock with PIN" : "card");
            hasLocked = true;
            hasSeenPIN = false;
            if (isAgain) {
                // A wrong finger first: the prompt scans on.
                phone.biometrics.perform(Biometrics.Act.PRESENT_ANOTHER);
                phone.biometrics.perform(Biometrics.Act.PRESENT);
            } else {
                phone.biometrics.perform(Biometrics.Act.CLOSE);
            }
            seen.add("lock");
            phone.lockAndUnlock();
        } else if (isAgain ? phone.biometrics.hasMatched() : hasSeenPIN) {
            seen.add(isAgain ? "unlock with fingerprint" : "unlock with PIN");
            done.complete(null);
        }
    }

    /** Fills in the screen's PIN or code, or presses its main button. */
    private void answer(Map<String, Object> screen) {
        for (var part : Json.list(screen.get("components"))) {
            var component = Json.object(part);
            var contents = Glass.contents(component);
            switch (Glass.name(component)) {
                case "code" -> code = Json.list(contents.get("groups"));
                case "pinPad" -> {
                    byte[] pin = "572039".getBytes(StandardCharsets.US_ASCII);
                    phone.answer(screen, (String) contents.get("control"), pin);
                    Arrays.fill(pin, (byte) 0);
                }
                case "entry" -> {
                    var number = NUMBER.matcher((String) contents.get("label"));
                    int index = number.find() ? Integer.parseInt(number.group(1)) - 1 : -1;
                    if (index < 0 || index >= code.size()) break;
                    phone.answer(screen, (String) contents.get("control"), ((String) code.get(index)).getBytes(StandardCharsets.UTF_8));
                }
                case "button" -> {
                    var button = Json.object(contents.get("_0"));
                    if ("primary".equals(button.get("role"))) phone.answer(screen, (String) button.get("control"), null);
                }
                default -> { }
            }
        }
    }
}
