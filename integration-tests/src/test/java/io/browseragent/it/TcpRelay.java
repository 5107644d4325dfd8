package io.browseragent.it;

import io.browseragent.core.testing.Ports;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A wire between the service and the browser that can be cut, one connection at a time. */
final class TcpRelay implements AutoCloseable {
    private final int target;
    private final ServerSocket server = new ServerSocket();
    private final List<Wire> wires = new CopyOnWriteArrayList<>();

    private record Wire(Socket near, Socket far) {
        void cut() {
            for (Socket end : List.of(near, far)) {
                try {
                    end.setSoLinger(true, 0);
                    end.close();
                } catch (IOException e) {
                    // It is closed already.
                }
            }
        }
    }

    private TcpRelay(int target) throws IOException {
        this.target = target;
        server.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), Ports.free()));
        start(this::accept);
    }

    static TcpRelay to(int port) {
        try {
            return new TcpRelay(port);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port() {
        return server.getLocalPort();
    }

    /** Cuts the connection that was made last. */
    void cutNewest() {
        wires.remove(wires.size() - 1).cut();
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        wires.forEach(Wire::cut);
    }

    private void accept() {
        try {
            while (true) {
                Socket near = server.accept();
                Wire wire = new Wire(near, new Socket("127.0.0.1", target));
                near.setTcpNoDelay(true);
                wire.far().setTcpNoDelay(true);
                wires.add(wire);
                start(() -> pump(wire, near, wire.far()));
                start(() -> pump(wire, wire.far(), near));
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private void pump(Wire wire, Socket from, Socket to) {
        try (InputStream in = from.getInputStream()) {
            in.transferTo(to.getOutputStream());
        } catch (IOException e) {
            // The other end is told below.
        }
        wires.remove(wire);
        wire.cut();
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "tcp-relay");
        thread.setDaemon(true);
        thread.start();
    }
}
