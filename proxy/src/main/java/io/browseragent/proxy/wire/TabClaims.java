package io.browseragent.proxy.wire;

import io.browseragent.core.model.TargetId;
import io.vertx.core.Future;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What a pipe tells of its client's tabs.
 *
 * @param opened hears of each tab that the client has opened; the client is told when its future completes
 * @param draw hears of each tab of which the client wants a screenshot
 * @param gone runs once, when the client is gone and no reply is under way any more
 */
record TabClaims(Function<TargetId, Future<Void>> opened, Consumer<TargetId> draw, Runnable gone) {

    TabClaims andThen(Runnable last) {
        return new TabClaims(opened, draw, () -> {
            gone.run();
            last.run();
        });
    }
}
