package io.browseragent.recipes.linkedin;

import io.browseragent.spi.Recipe;
import io.browseragent.spi.SitePattern;
import java.util.List;

/** LinkedIn: what trips up an agent in its composer. */
public final class LinkedInRecipe implements Recipe {

    @Override
    public String id() {
        return "linkedin";
    }

    @Override
    public List<SitePattern> sites() {
        return List.of(new SitePattern("linkedin.com"));
    }

    @Override
    public String advice() {
        return "The composer is a rich text editor in a dialog: type into it with real input, setting its text by script"
                + " leaves the Post button disabled. Do not post unless the task says so; leave a draft instead.";
    }
}
