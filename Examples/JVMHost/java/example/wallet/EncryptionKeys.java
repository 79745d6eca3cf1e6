// SPDX-License-Identifier: EUPL-1.2
package example.wallet;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.util.Arrays;
import java.util.List;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.KeyGenerator;
import javax.crypto.spec.GCMParameterSpec;

/** EncryptionKeyBridge over the key store: AES-GCM; a ciphertext is the nonce of 12 bytes, then what the cipher returns. */
final class EncryptionKeys {
    private static final int NONCE = 12, TAG = 16;
    private final KeyVault vault;

    EncryptionKeys(KeyVault vault) { this.vault = vault; }

    synchronized byte[] encrypt(String name, byte[] plaintext) throws GeneralSecurityException, IOException {
        Key key = vault.key(alias(name));
        if (key == null) {
            var generator = KeyGenerator.getInstance("AES");
            generator.init(256);
            key = generator.generateKey();
            vault.put(alias(name), key);
        }
        var cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(Cipher.ENCRYPT_MODE, key);
        byte[] nonce = cipher.getIV(), sealed = cipher.doFinal(plaintext);
        byte[] ciphertext = Arrays.copyOf(nonce, NONCE + sealed.length);
        System.arraycopy(sealed, 0, ciphertext, NONCE, sealed.length);
        return ciphertext;
    }

    synchronized byte[] decrypt(String name, byte[] ciphertext) throws GeneralSecurityException, Refusal {
        Key key = vault.key(alias(name));
        if (key == null) throw new Refusal("unknownKey");
        if (ciphertext.length < NONCE + TAG) throw new Refusal("notDecryptable");
        var cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(Cipher.DECRYPT_MODE, key, new GCMParameterSpec(8 * TAG, ciphertext, 0, NONCE));
        try {
            return cipher.doFinal(ciphertext, NONCE, ciphertext.length - NONCE);
        } catch (AEADBadTagException error) {
            throw new Refusal("notDecryptable");
        }
    }

    synchronized void delete(String name) throws GeneralSecurityException, IOException { vault.delete(alias(name)); }

    synchronized void deleteAll() throws GeneralSecurityException, IOException { vault.deleteAll("encryption", List.of()); }

    private static String alias(String name) { return KeyVault.alias("encryption", name); }
}
