// SPDX-License-Identifier: EUPL-1.2
package example.wallet;

/** The reply {"error": NAME}: a case of the bridge's error in PlatformSupport. */
final class Refusal extends Exception {
    final String name;

    Refusal(String name) {
        super(name, null, false, false);
        this.name = name;
    }
}
