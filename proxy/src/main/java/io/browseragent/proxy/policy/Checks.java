package io.browseragent.proxy.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.browseragent.core.cdp.CdpError;
import java.util.List;

/** The conditions of the table. A foreign id is answered as one that does not exist (measured against Chromium 156). */
final class Checks {

    private static final CdpError NO_WINDOW_TARGET = new CdpError(-32000, "No target with given id");
    private static final CdpError NO_WEB_CONTENTS = new CdpError(-32000, "No web contents in the target");
    private static final CdpError NO_WINDOW = new CdpError(-32000, "Browser window not found");
    private static final CdpError NO_STREAM = new CdpError(-32602, "Invalid stream handle");
    private static final CdpError NOT_OWN_SITE =
            new CdpError(-32000, "browser-agent: this site is not open in one of your tabs");

    /** The one window that every client sees. */
    static final int WINDOW = 1;

    private Checks() {}

    /** The context is the client's; a virtual one is left out of what goes on, for the browser does not know it. */
    static final Check OWN_CONTEXT = new Check("the context is own", command -> {
        JsonNode context = command.params().get("browserContextId");
        if (context == null) {
            return false;
        }
        if (!command.view().ownsContext(context.asText())) {
            throw new Command.Refused(
                    new CdpError(-32602, "Failed to find browser context for id " + context.asText()));
        }
        command.params().remove("browserContextId");
        return true;
    });

    /** The target is the client's, or none is named in a session that has one. */
    static final Check OWN_WINDOW_TARGET = new Check("the target is own", command -> {
        JsonNode target = command.params().get("targetId");
        if (target == null
                && command.view().page(command.envelope().sessionId()).isEmpty()) {
            throw new Command.Refused(NO_WEB_CONTENTS);
        }
        return require(target == null || command.view().ownsTarget(target.asText()), NO_WINDOW_TARGET);
    });

    static final Check OWN_WINDOW = new Check("the window is the one shown to it", command -> {
        JsonNode window = command.params().path("windowId");
        return require(window.isInt() && window.intValue() == WINDOW, NO_WINDOW);
    });

    static final Check OWN_STREAM = new Check("the stream is own", command -> {
        String handle = command.params().path("handle").asText();
        return require(handle.startsWith("blob:") || command.view().ownsStream(handle), NO_STREAM);
    });

    /** The DOM storage of an own site. */
    static final Check OWN_STORAGE = new Check("the storage is an own site's", command -> {
        JsonNode storage = command.params().path("storageId");
        for (String name : List.of("securityOrigin", "storageKey")) {
            requireOwn(command, storage.get(name));
        }
        return require(storage.has("securityOrigin") || storage.has("storageKey"), NOT_OWN_SITE);
    });

    /** Chrome builds the id of a cache as storage key, bucket and name with bars between. */
    static final Check OWN_CACHE = new Check("the cache is an own site's", command -> {
        String id = command.params().path("cacheId").asText();
        int bar = id.indexOf('|');
        return require(bar > 0 && command.view().ownsOrigin(id.substring(0, bar)), NOT_OWN_SITE);
    });

    /**
     * Every one of these parameters that is there names an own site.
     *
     * @param parameters names; a slash leads into an object
     */
    static Check ownSite(String... parameters) {
        return new Check("`" + String.join("`, `", parameters) + "` is an own site", command -> {
            for (String parameter : parameters) {
                requireOwn(command, find(command, parameter));
            }
            return false;
        });
    }

    /** One of these parameters is there, and names an own site. */
    static Check ownSiteNamed(String... parameters) {
        return new Check("`" + String.join("` or `", parameters) + "` is an own site", command -> {
            boolean named = false;
            for (String parameter : parameters) {
                JsonNode value = find(command, parameter);
                requireOwn(command, value);
                named |= value != null;
            }
            return require(named, NOT_OWN_SITE);
        });
    }

    private static void requireOwn(Command command, JsonNode site) throws Command.Refused {
        require(site == null || command.view().ownsOrigin(site.asText()), NOT_OWN_SITE);
    }

    private static JsonNode find(Command command, String parameter) throws Command.Refused {
        JsonNode value = command.params().at("/" + parameter);
        return value.isMissingNode() ? null : value;
    }

    /** Leaves a parameter out where it is given. */
    static Check without(String parameter) {
        return new Check("`" + parameter + "` is left out", command -> {
            ObjectNode params = command.params();
            return params.remove(parameter) != null;
        });
    }

    private static boolean require(boolean holds, CdpError otherwise) throws Command.Refused {
        if (!holds) {
            throw new Command.Refused(otherwise);
        }
        return false;
    }
}
