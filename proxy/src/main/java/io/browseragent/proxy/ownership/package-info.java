/** Which tab belongs to whom. The one place that interprets the browser's target events. */
package io.browseragent.proxy.ownership;
