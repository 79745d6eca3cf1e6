// SPDX-License-Identifier: EUPL-1.2
package example.wallet;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The phone's browser, and the person who logs in at the login provider's page. */
final class Browser {
    /** The person who logs in, by the number in the login provider's form. */
    private static final String PERSON = "999991772";
    private static final Pattern LOGIN = Pattern.compile("name=\"login\" value=\"([^\"]+)\"");
    private final HttpClient client;

    /** Takes the certificate of the issuer's and the login provider's authority, in PEM. */
    Browser(Path root) throws GeneralSecurityException, IOException {
        try (var pem = Files.newInputStream(root)) {
            client = Network.client(List.of(CertificateFactory.getInstance("X.509").generateCertificate(pem)), Duration.ofSeconds(60));
        }
    }

    /** Follows redirects and fills in the form; returns the first address that is not on this computer: a link of the app. */
    String logIn(String address) throws IOException, InterruptedException {
        Map<Integer, String> cookies = new HashMap<>();
        String form = null;
        for (int step = 0; step < 12; step++) {
            var url = URI.create(address);
            if (!"localhost".equals(url.getHost())) return address;
            var request = HttpRequest.newBuilder(url);
            if (cookies.containsKey(url.getPort())) request.header("cookie", cookies.get(url.getPort()));
            if (form != null) request.header("content-type", "application/x-www-form-urlencoded").POST(BodyPublishers.ofString(form));
            var answer = client.send(request.build(), BodyHandlers.ofString());
            answer.headers().firstValue("set-cookie").ifPresent(cookie -> cookies.put(url.getPort(), cookie.split(";")[0]));
            var location = answer.headers().firstValue("location");
            if (location.isPresent()) {
                address = location.get();
                form = null;
                continue;
            }
            var login = LOGIN.matcher(answer.body());
            if (!login.find()) throw new IOException("the page has no form to log in");
            address = "https://localhost:" + url.getPort() + "/login";
            form = "login=" + login.group(1) + "&outcome=success&person=" + PERSON;
        }
        throw new IOException("the login did not come back to the app");
    }
}
