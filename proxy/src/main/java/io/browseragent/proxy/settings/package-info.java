/** What the person sets, and the version he runs; depends on nothing of the broker. */
package io.browseragent.proxy.settings;
