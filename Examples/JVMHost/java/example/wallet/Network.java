// SPDX-License-Identifier: EUPL-1.2
package example.wallet;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.TrustManagerFactory;

/** NetworkBridge over java.net.http: HTTPS to the pinned roots only, without redirects. */
final class Network {
    private final Map<List<String>, HttpClient> clients = new ConcurrentHashMap<>();
    private final long leastMilliseconds;

    /** Takes the time to which shorter time limits of requests are raised, so that a busy machine fails none; 0 keeps them. */
    Network(long leastMilliseconds) {
        this.leastMilliseconds = leastMilliseconds;
    }

    /** Sends a request of the call network.send; the result is its reply's value. Ends exceptionally with a Refusal. */
    CompletableFuture<Map<String, Object>> send(Map<String, Object> request) {
        HttpClient client;
        HttpRequest sent;
        try {
            client = clients.computeIfAbsent(
                    Json.list(request.get("trustedRoots")).stream().map(root -> (String) root).toList(), this::client);
            sent = request(request);
        } catch (IllegalArgumentException error) {
            return CompletableFuture.failedFuture(new Refusal("unreachable"));
        }
        int maximum = ((Long) request.get("maximumResponseSize")).intValue();
        var exchange = client.sendAsync(sent, response -> new BoundedBody(maximum));
        // HttpRequest.timeout would end with the header; this is for the whole exchange, and ends the connection.
        long limit = Math.max((Long) request.get("timeoutMilliseconds"), leastMilliseconds);
        CompletableFuture.delayedExecutor(limit, TimeUnit.MILLISECONDS).execute(() -> exchange.cancel(true));
        var answer = new CompletableFuture<Map<String, Object>>();
        exchange.whenComplete((response, error) -> {
            if (error != null) answer.completeExceptionally(refusal(error));
            else answer.complete(value(response));
        });
        answer.whenComplete((value, error) -> exchange.cancel(true));
        return answer;
    }

    /** A client that trusts these roots, in DER, and no others. `connect` limits the time to connect. */
    static HttpClient client(Iterable<Certificate> roots, Duration connect) throws GeneralSecurityException, IOException {
        var trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        for (var root : roots) trusted.setCertificateEntry("root-" + trusted.size(), root);
        var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        var context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return HttpClient.newBuilder().sslContext(context).version(HttpClient.Version.HTTP_1_1).followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(connect).build();
    }

    private HttpClient client(List<String> roots) {
        try {
            var factory = CertificateFactory.getInstance("X.509");
            var certificates = new ArrayList<Certificate>();
            // TLS would refuse a server under no root with an error of its own.
            if (roots.isEmpty()) throw new IllegalArgumentException("no roots");
            for (String root : roots) certificates.add(factory.generateCertificate(new ByteArrayInputStream(Json.bytes(root))));
            return client(certificates, Duration.ofMillis(Math.max(10_000, leastMilliseconds)));
        } catch (GeneralSecurityException | IOException error) {
            throw new IllegalArgumentException("unusable roots");
        }
    }

    private static HttpRequest request(Map<String, Object> request) {
        var body = Json.bytes(request.get("body"));
        var sent = HttpRequest.newBuilder(URI.create((String) request.get("url"))).method(
                (String) request.get("method"), body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
        for (var field : Json.list(request.get("headers"))) {
            sent.header((String) Json.object(field).get("name"), (String) Json.object(field).get("value"));
        }
        return sent.build();
    }

    private static Map<String, Object> value(HttpResponse<byte[]> response) {
        var headers = new ArrayList<Map<String, String>>();
        response.headers().map().forEach((name, values) -> values.forEach(value -> headers.add(Map.of("name", name, "value", value))));
        return Map.of("status", response.statusCode(), "headers", headers, "body", response.body());
    }

    private static Refusal refusal(Throwable error) {
        Throwable cause = error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
        // No connection, or not the pinned server. HttpConnectTimeoutException is no ConnectException.
        return new Refusal(
                cause instanceof ConnectException || cause instanceof SSLHandshakeException
                        || cause instanceof HttpConnectTimeoutException ? "unreachable" : "lost");
    }
}
