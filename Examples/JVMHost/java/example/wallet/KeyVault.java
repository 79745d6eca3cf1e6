// SPDX-License-Identifier: EUPL-1.2
package example.wallet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;

/**
 * The key store of a desktop JVM: a PKCS #12 file. It protects nothing, because its password is here; an Android app uses
 * KeyStore.getInstance("AndroidKeyStore"), whose keys never leave the hardware.
 */
final class KeyVault {
    private static final char[] PASSWORD = "no protection".toCharArray();
    private final Path file;
    private final KeyStore store;

    KeyVault(Path directory) throws GeneralSecurityException, IOException {
        file = directory.resolve("keys.p12");
        store = KeyStore.getInstance("PKCS12");
        if (!Files.exists(file)) {
            store.load(null, PASSWORD);
            return;
        }
        try (var bytes = Files.newInputStream(file)) {
            store.load(bytes, PASSWORD);
        }
    }

    /** The alias of a named key: PKCS #12 takes upper and lower case for the same, so the name is in hexadecimal. */
    static String alias(String kind, String name) { return kind + "-" + HexFormat.of().formatHex(name.getBytes(StandardCharsets.UTF_8)); }

    /** Null for a key that does not exist. */
    synchronized Key key(String alias) throws GeneralSecurityException { return store.getKey(alias, PASSWORD); }

    /** An EC key needs its certificates, a symmetric key has none. */
    synchronized void put(String alias, Key key, Certificate... chain) throws GeneralSecurityException, IOException {
        store.setKeyEntry(alias, key, PASSWORD, chain.length == 0 ? null : chain);
        save();
    }

    synchronized void delete(String alias) throws GeneralSecurityException, IOException {
        if (!store.containsAlias(alias)) return;
        store.deleteEntry(alias);
        save();
    }

    /** Deletes the keys of a kind, except those of some aliases. */
    synchronized void deleteAll(String kind, List<String> except) throws GeneralSecurityException, IOException {
        for (String alias : Collections.list(store.aliases())) {
            if (alias.startsWith(kind + "-") && !except.contains(alias)) store.deleteEntry(alias);
        }
        save();
    }

    private void save() throws GeneralSecurityException, IOException {
        var next = file.resolveSibling("keys.p12.new");
        try (var bytes = Files.newOutputStream(next)) {
            store.store(bytes, PASSWORD);
        }
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
