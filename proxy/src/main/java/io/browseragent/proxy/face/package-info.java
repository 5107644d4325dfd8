/** The REST port: parse, ask one part, render. */
package io.browseragent.proxy.face;
