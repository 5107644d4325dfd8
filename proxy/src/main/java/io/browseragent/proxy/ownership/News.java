package io.browseragent.proxy.ownership;

import io.browseragent.core.model.TargetId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Tells those who may know of a tab about it and what is in it. Confined to the state loop. */
final class News {

    private final KnownTargets known;
    private final Claims claims;
    private final Audience audience;

    News(KnownTargets known, Claims claims, Audience audience) {
        this.known = known;
        this.claims = claims;
        this.audience = audience;
    }

    /** The owned page that a target is, is in, or shows. */
    Optional<OwnedTab> pageOf(TargetInfo info) {
        return claims.find(info.id()).or(() -> known.pageAbove(info).flatMap(claims::find));
    }

    /** Who sends what this frame or worker asks for. */
    Sender sender(TargetId frame) {
        Optional<TargetInfo> info = known.find(frame);
        Optional<OwnedTab> owned = info.flatMap(this::pageOf);
        if (owned.isPresent()) {
            return new Sender.Agent(owned.get().id());
        }
        return info.flatMap(known::pageOf)
                .map(page -> known.isHuman(page) ? new Sender.Human() : new Sender.Unowned())
                .orElseGet(Sender.Unknown::new);
    }

    /** The tab, the page, and what is in it. */
    List<OwnTarget> targetsOf(OwnedTab tab) {
        List<OwnTarget> targets = new ArrayList<>();
        tab.tabId().flatMap(known::find).ifPresent(info -> targets.add(own(tab, info)));
        targets.add(own(tab, tab.info()));
        known.all().stream()
                .filter(info -> known.pageAbove(info).filter(tab.id()::equals).isPresent())
                .forEach(info -> targets.add(own(tab, info)));
        return targets;
    }

    void appeared(OwnedTab tab) {
        targetsOf(tab).forEach(target -> audience.tell(tab, listener -> listener.appeared(target)));
    }

    void appeared(OwnedTab page, TargetInfo info) {
        OwnTarget target = own(page, info);
        audience.tell(page, listener -> listener.appeared(target));
    }

    void changed(OwnedTab page, TargetInfo info) {
        OwnTarget target = own(page, info);
        audience.tell(page, listener -> listener.changed(target));
    }

    void expelled(OwnedTab page, String url) {
        String why = "agents may not go to " + url;
        audience.tell(page, listener -> listener.expelled(page.id(), url, why));
    }

    void crashed(OwnedTab page, TargetId id, String status, int errorCode) {
        audience.tell(page, listener -> listener.crashed(id, status, errorCode));
    }

    void gone(OwnedTab page, TargetId id) {
        audience.tell(page, listener -> listener.gone(id));
    }

    private static OwnTarget own(OwnedTab page, TargetInfo info) {
        return new OwnTarget(info.json(), page.id(), page.context());
    }
}
