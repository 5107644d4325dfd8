package io.browseragent.proxy.wire;

import io.browseragent.core.model.TargetId;
import java.util.function.Consumer;

/**
 * What a pipe tells of its client's tabs.
 *
 * @param opened hears of each tab that the client has opened, before the client does
 * @param gone runs once, when the client is gone and no reply is under way any more
 */
record TabClaims(Consumer<TargetId> opened, Runnable gone) {

    TabClaims andThen(Runnable last) {
        return new TabClaims(opened, () -> {
            gone.run();
            last.run();
        });
    }
}
