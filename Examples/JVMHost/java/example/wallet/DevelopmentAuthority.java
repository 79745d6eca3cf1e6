// SPDX-License-Identifier: EUPL-1.2
package example.wallet;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;
import java.util.Map;

/**
 * Makes keys with their attestation, as the Android Keystore does. The chain comes from the development authority of the demo; on a phone
 * KeyGenParameterSpec.Builder.setAttestationChallenge and KeyStore.getCertificateChain give it, and this class does not exist.
 */
final class DevelopmentAuthority {
    private final String authority;

    /** Takes the demo's google-ca.pem. */
    DevelopmentAuthority(String authority) { this.authority = authority; }

    static KeyPair pair() throws GeneralSecurityException {
        var generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        return generator.generateKeyPair();
    }

    /** The key's own certificate first. */
    Certificate[] chain(KeyPair pair, byte[] challengeHash) throws GeneralSecurityException, Refusal {
        var digest = new byte[32];
        // The signer of the demo's app, which is not signed (PhoneMaker+Demo.swift).
        Arrays.fill(digest, (byte) 0xde);
        byte[] chain = Library.developmentAttestation(Json.write(Map.of(
                "authority", authority, "packageName", "nl.example.wallet", "signingCertificateDigest", digest, "patchMonth", 202509,
                "publicKey", x963((ECPublicKey) pair.getPublic()), "challengeHash", challengeHash)));
        if (chain == null) throw new Refusal("failed");
        var factory = CertificateFactory.getInstance("X.509");
        var encoded = Json.list(Json.read(chain));
        var certificates = new Certificate[encoded.size()];
        for (int index = 0; index < certificates.length; index++) {
            certificates[index] = factory.generateCertificate(new ByteArrayInputStream(Json.bytes(encoded.get(index))));
        }
        return certificates;
    }

    /** X9.63 uncompressed, 65 bytes. */
    static byte[] x963(ECPublicKey key) {
        var bytes = new byte[65];
        bytes[0] = 4;
        write(key.getW().getAffineX(), bytes, 1);
        write(key.getW().getAffineY(), bytes, 33);
        return bytes;
    }

    private static void write(BigInteger number, byte[] bytes, int at) {
        byte[] digits = number.toByteArray();
        int length = Math.min(digits.length, 32);
        System.arraycopy(digits, digits.length - length, bytes, at + 32 - length, length);
    }
}
