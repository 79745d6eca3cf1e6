// SPDX-License-Identifier: EUPL-1.2
package example.wallet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** AttestedKeyBridge over the key store. As on Android, the key itself is made when it is attested. */
final class AttestedKeys {
    private final KeyVault vault;
    private final DevelopmentAuthority authority;
    /** Holds the name that was given out and is not attested. */
    private final Path unattested;

    AttestedKeys(KeyVault vault, DevelopmentAuthority authority, Path directory) {
        this.vault = vault;
        this.authority = authority;
        unattested = directory.resolve("unattested");
    }

    String generate() throws IOException {
        String name = "device-key-" + UUID.randomUUID();
        Files.writeString(unattested, name);
        return name;
    }

    List<byte[]> attest(String name, byte[] challengeHash) throws GeneralSecurityException, IOException, Refusal {
        if (!isUnattested(name)) throw new Refusal("unknownKey");
        var pair = DevelopmentAuthority.pair();
        var chain = authority.chain(pair, challengeHash);
        vault.put(alias(name), pair.getPrivate(), chain);
        Files.delete(unattested);
        var encoded = new ArrayList<byte[]>();
        for (var certificate : chain) encoded.add(certificate.getEncoded());
        return encoded;
    }

    byte[] sign(String name, byte[] payload) throws GeneralSecurityException, Refusal {
        if (!(vault.key(alias(name)) instanceof PrivateKey key)) throw new Refusal("unknownKey");
        return sign(key, payload);
    }

    void delete(String name) throws GeneralSecurityException, IOException {
        if (isUnattested(name)) Files.delete(unattested);
        vault.delete(alias(name));
    }

    void deleteAll(List<String> except) throws GeneralSecurityException, IOException {
        if (Files.exists(unattested) && !except.contains(Files.readString(unattested))) Files.delete(unattested);
        vault.deleteAll("attested", except.stream().map(AttestedKeys::alias).toList());
    }

    /** ECDSA with SHA-256, in ASN.1 DER. */
    static byte[] sign(PrivateKey key, byte[] payload) throws GeneralSecurityException {
        var signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(key);
        signature.update(payload);
        return signature.sign();
    }

    private boolean isUnattested(String name) throws IOException {
        return Files.exists(unattested) && Files.readString(unattested).equals(name);
    }

    private static String alias(String name) { return KeyVault.alias("attested", name); }
}
