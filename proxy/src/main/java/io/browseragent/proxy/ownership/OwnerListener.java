package io.browseragent.proxy.ownership;

import io.browseragent.core.model.TargetId;

/** What one client hears of its owner's targets. Called on the state loop, so it must only hand over. */
public interface OwnerListener {

    /** A tab, a page, a frame or a worker; a tab before its page, a parent before its children. */
    void appeared(OwnTarget target);

    void changed(OwnTarget target);

    void crashed(TargetId id, String status, int errorCode);

    /** Children before their parents, a page before its tab, as Chrome orders it. */
    void gone(TargetId id);

    /** The page went where agents may not be; it is being closed. */
    void expelled(TargetId page, String url, String why);
}
