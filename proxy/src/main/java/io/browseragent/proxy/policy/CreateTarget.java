package io.browseragent.proxy.policy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** How a tab is opened for an agent: behind the human's, in the window that is there. */
final class CreateTarget {

    /** Each of these opens a window, or takes the focus (measured against Chromium 156). */
    private static final List<String> DISTURBING = List.of(
            "newWindow", "focus", "left", "top", "width", "height", "windowState", "enableBeginFrameControl", "hidden");

    private CreateTarget() {}

    static void inBackground(ObjectNode params) {
        params.remove(DISTURBING);
        params.put("background", true);
    }
}
