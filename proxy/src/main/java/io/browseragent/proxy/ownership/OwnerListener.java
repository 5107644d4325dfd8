package io.browseragent.proxy.ownership;
import io.browseragent.core.model.TargetId;
public interface OwnerListener { void appeared(OwnTarget t); void changed(OwnTarget t); void crashed(TargetId id, String status, int errorCode); void gone(TargetId id); void expelled(TargetId page, String url, String why); }
