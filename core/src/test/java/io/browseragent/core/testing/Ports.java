package io.browseragent.core.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Hands out free loopback ports, each once in the life of the JVM.
 *
 * <p>They lie below the range from which Linux picks the local ports of outgoing connections: whoever keeps dialling a
 * port of that range on loopback while nothing listens there will, sooner or later, be connected to himself.
 */
public final class Ports {
    private static final int FIRST = 20_000;
    private static final int LAST = 31_999;
    private static final Set<Integer> TAKEN = ConcurrentHashMap.newKeySet();

    private Ports() {}

    /** A port nobody listens on, on either loopback address. */
    public static int free() {
        for (int attempt = 0; attempt < 1_000; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
            if (TAKEN.add(port) && isFree("127.0.0.1", port) && (!hasIpv6() || isFree("::1", port))) {
                return port;
            }
        }
        throw new IllegalStateException("no free port between " + FIRST + " and " + LAST);
    }

    public static boolean hasIpv6() {
        return isFree("::1", 0);
    }

    private static boolean isFree(String address, int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByName(address), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
