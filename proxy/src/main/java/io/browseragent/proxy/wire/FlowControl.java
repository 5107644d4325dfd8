package io.browseragent.proxy.wire;

import io.browseragent.proxy.browser.BrowserSession;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetSocket;
import java.time.Duration;

/**
 * Steers who is read: the client while what it sends can go somewhere, the browser while the client takes what it is
 * sent. Reports a client that takes nothing for too long. Confined to the event loop of its pipe.
 */
final class FlowControl {

    private static final long NONE = -1;

    private final Vertx vertx;
    private final NetSocket socket;
    private final ClientSocket client;
    private final BrowserSession browser;
    private final Duration stall;
    private final Runnable stalled;

    private boolean deciding;
    private boolean behind;
    private boolean browserFull;
    private boolean answersWait;
    private boolean clientFull;
    private long stallTimer = NONE;
    private boolean over;

    /** @param stalled runs once, when the client has taken nothing for {@code stall} while data waited */
    FlowControl(
            Vertx vertx,
            NetSocket socket,
            ClientSocket client,
            BrowserSession browser,
            Duration stall,
            Runnable stalled) {
        this.vertx = vertx;
        this.socket = socket;
        this.client = client;
        this.browser = browser;
        this.stall = stall;
        this.stalled = stalled;
    }

    /** A command is being looked at elsewhere, or no longer. */
    void deciding(boolean now) {
        deciding = now;
        steerClient();
    }

    /** Commands pile up that are answered one after the other, or do so no longer. */
    void behind(boolean now) {
        behind = now;
        steerClient();
    }

    void sentToBrowser() {
        if (!browserFull && browser.writeQueueFull()) {
            browserFull = true;
            steerClient();
        }
    }

    void browserDrained() {
        browserFull = false;
        steerClient();
    }

    /** Something was written to the client, or waits to be. */
    void sentToClient() {
        boolean wait = client.isFull();
        if (wait != answersWait) {
            answersWait = wait;
            steerClient();
        }
        if (!clientFull && !over && socket.writeQueueFull()) {
            clientFull = true;
            browser.pause();
            watch(client.untilWritable());
        }
    }

    void clientDrained() {
        if (clientFull) {
            clientFull = false;
            stopTimer();
            browser.resume();
        }
        sentToClient();
    }

    /** The client is not read any more; the browser is, whatever the client takes. */
    void clientLeft() {
        over = true;
        stopTimer();
        browser.resume();
    }

    private void steerClient() {
        if (over) {
            return;
        }
        if (deciding || behind || browserFull || answersWait) {
            socket.pause();
        } else {
            socket.resume();
        }
    }

    private void watch(long untilWritable) {
        stallTimer = vertx.setTimer(stall.toMillis(), fired -> {
            stallTimer = NONE;
            long now = client.untilWritable();
            if (now < untilWritable) {
                // Slow, but it reads.
                watch(now);
            } else {
                stalled.run();
            }
        });
    }

    private void stopTimer() {
        if (stallTimer != NONE) {
            vertx.cancelTimer(stallTimer);
            stallTimer = NONE;
        }
    }
}
