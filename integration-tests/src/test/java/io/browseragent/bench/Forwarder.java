package io.browseragent.bench;

import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;

/**
 * The yardstick: a Vert.x TCP forwarder that looks at nothing, in a JVM of its own. What it costs is what any
 * process between client and browser costs. Arguments: port to listen on, port to forward to.
 */
public final class Forwarder {

    private Forwarder() {}

    public static void main(String[] args) {
        int upstreamPort = Integer.parseInt(args[1]);
        Vertx vertx = Vertx.vertx();
        NetClient upstream = vertx.createNetClient(new NetClientOptions().setTcpNoDelay(true));
        vertx.createNetServer(new NetServerOptions().setTcpNoDelay(true))
                .connectHandler(client -> {
                    client.pause();
                    upstream.connect(upstreamPort, "127.0.0.1")
                            .onSuccess(server -> splice(client, server))
                            .onFailure(e -> client.close());
                })
                .listen(Integer.parseInt(args[0]), "127.0.0.1")
                .onFailure(e -> {
                    e.printStackTrace();
                    System.exit(1);
                });
    }

    private static void splice(NetSocket client, NetSocket server) {
        client.pipeTo(server);
        server.pipeTo(client);
    }
}
