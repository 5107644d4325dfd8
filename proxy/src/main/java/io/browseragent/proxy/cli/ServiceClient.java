package io.browseragent.proxy.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URL;
import java.util.Optional;

/** Asks the running service. HttpURLConnection, since the newer client takes most of a second to load. */
final class ServiceClient {

    private static final int TIMEOUT_MS = 3_000;
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The port answers, but not as the service does. */
    static final class Stranger extends IOException {
        private static final long serialVersionUID = 1L;

        Stranger(int port, String what) {
            super("port " + port + " is held by something else (" + what
                    + "); end it, or set BROKER_PORT to another port");
        }
    }

    private final int port;

    ServiceClient(int port) {
        this.port = port;
    }

    /** The answer, or empty when nobody listens on the port. */
    Optional<JsonNode> get(String path) throws IOException {
        if (!isListening()) {
            return Optional.empty();
        }
        HttpURLConnection connection = open("http://127.0.0.1:" + port + path);
        try {
            int status = connection.getResponseCode();
            if (status != 200) {
                throw new Stranger(port, "HTTP " + status);
            }
            try (InputStream body = connection.getInputStream()) {
                JsonNode answer = JSON.readTree(body);
                if (!answer.path("service").asText().equals("browser-agent")) {
                    throw new Stranger(port, "no browser-agent");
                }
                return Optional.of(answer);
            }
        } catch (Stranger e) {
            throw e;
        } catch (IOException e) {
            throw new Stranger(port, e.getMessage());
        }
    }

    /** Asked first, since loading an HTTP client only to hear "refused" would delay every start. */
    private boolean isListening() throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", port), TIMEOUT_MS);
            return true;
        } catch (ConnectException e) {
            return false;
        }
    }

    private static HttpURLConnection open(String address) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) new URL(address).openConnection(java.net.Proxy.NO_PROXY);
        connection.setConnectTimeout(TIMEOUT_MS);
        connection.setReadTimeout(TIMEOUT_MS);
        return connection;
    }
}
