/** What broker and agent do alike with their settings. */
package io.browseragent.core.settings;
