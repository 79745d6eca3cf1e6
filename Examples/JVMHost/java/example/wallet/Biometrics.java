// SPDX-License-Identifier: EUPL-1.2
package example.wallet;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.interfaces.ECPublicKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;

/**
 * BiometricsBridge with a console in place of a finger. On Android the key is one with setUserAuthenticationRequired, and BiometricPrompt unlocks
 * its Signature.
 */
final class Biometrics {
    /** What the person does at the prompt. */
    enum Act { PRESENT, PRESENT_ANOTHER, OTHER_WAY, CLOSE, LEAVE }

    private static final String ALIAS = "biometric-key";
    private static final int LIMIT = 5;
    private final KeyVault vault;
    private final DevelopmentAuthority authority;
    private final ArrayDeque<Act> acts = new ArrayDeque<>();
    private int mismatches;
    private boolean isShown, isInForeground = true, hasMatched;

    Biometrics(KeyVault vault, DevelopmentAuthority authority) {
        this.vault = vault;
        this.authority = authority;
    }

    /** Acts at the prompt after earlier acts, or at the next prompt if none is shown. */
    synchronized void perform(Act act) {
        acts.add(act);
        notifyAll();
    }

    /** Acts at a prompt, and waits until one has taken the act. An interruption of the thread takes the act back. */
    synchronized void performAtPrompt(Act act) throws InterruptedException {
        perform(act);
        try {
            while (acts.contains(act)) wait();
        } catch (InterruptedException interruption) {
            acts.remove(act);
            throw interruption;
        }
    }

    /** Waits until a prompt is shown. */
    synchronized void awaitPrompt() throws InterruptedException {
        while (!isShown) wait();
    }

    /** Locks the sensor, as mismatches in another app do. */
    synchronized void lock() { mismatches = LIMIT; }

    /** Unlocks the sensor, as the phone's passcode does. */
    synchronized void unlock() { mismatches = 0; }

    /** True once a scan has signed. */
    synchronized boolean hasMatched() { return hasMatched; }

    /** The system closes a prompt when the app leaves the foreground. */
    synchronized void foreground(boolean isInForeground) {
        this.isInForeground = isInForeground;
        if (isShown && !isInForeground) perform(Act.LEAVE);
    }

    /** Returns the public key, X9.63. PKCS #12 keeps no private key without a certificate, so the development authority makes one. */
    byte[] makeKey() throws GeneralSecurityException, IOException, Refusal {
        var pair = DevelopmentAuthority.pair();
        vault.put(ALIAS, pair.getPrivate(), authority.chain(pair, new byte[32]));
        return DevelopmentAuthority.x963((ECPublicKey) pair.getPublic());
    }

    void deleteKey() throws GeneralSecurityException, IOException { vault.delete(ALIAS); }

    /** The state of the sensor. */
    synchronized Map<String, Object> availability() {
        return Map.of("state", mismatches < LIMIT ? "available" : "lockedOut", "kind", "fingerprint");
    }

    /** Shows the prompt until the person ends it; a mismatch scans on, the fifth locks the sensor. An interruption of the thread closes it. */
    Map<String, Object> sign(byte[] nonce, Map<String, Object> prompt) throws GeneralSecurityException, InterruptedException {
        if (!(vault.key(ALIAS) instanceof PrivateKey key)) return Map.of("ending", "unavailable");
        if (isLocked()) return Map.of("ending", "lockedOut");
        var shown = new ArrayList<Map<String, Object>>();
        while (mismatches < LIMIT) {
            Act act = act((String) prompt.get("reason"));
            answer(shown, act);
            switch (act) {
                case PRESENT -> {
                    var signature = AttestedKeys.sign(key, nonce);
                    synchronized (this) {
                        hasMatched = true;
                    }
                    mismatches = 0;
                    return Map.of("ending", "signed", "signature", signature, "shown", shown);
                }
                case PRESENT_ANOTHER -> {
                    synchronized (this) {
                        mismatches++;
                    }
                    if (mismatches < LIMIT) shown.add(new HashMap<>(Map.of("kind", "scansOn")));
                }
                case OTHER_WAY -> { return Map.of("ending", "fallback", "shown", shown); }
                case CLOSE -> { return Map.of("ending", "cancelled", "shown", shown); }
                case LEAVE -> { return Map.of("ending", "interrupted", "shown", shown); }
            }
        }
        // The console's person reads both messages and leaves for the PIN.
        shown.add(Map.of("kind", "tellsLockout", "choice", "close"));
        shown.add(Map.of("kind", "leavesFallback", "choice", "fallback"));
        return Map.of("ending", "lockedOut", "shown", shown);
    }

    /** Notes the person's answer to the last message, unless the app left the foreground. */
    private static void answer(ArrayList<Map<String, Object>> shown, Act act) {
        if (shown.isEmpty() || act == Act.LEAVE) return;
        shown.get(shown.size() - 1).put("choice", act == Act.CLOSE ? "close" : act == Act.OTHER_WAY ? "fallback" : "anotherTry");
    }

    private synchronized boolean isLocked() { return mismatches >= LIMIT; }

    private synchronized Act act(String prompt) throws InterruptedException {
        if (!isInForeground) return Act.LEAVE;
        System.out.println("(fingerprint: " + prompt + ")");
        isShown = true;
        notifyAll();
        try {
            while (acts.isEmpty()) wait();
            Act act = acts.remove();
            notifyAll();
            return act;
        } finally {
            isShown = false;
        }
    }
}
