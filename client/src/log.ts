import { EventEmitter, LogLevel, type LogOutputChannel, type OutputChannel, window } from "vscode";
import type { Secrets } from "./account/redaction.ts";

/** An output channel that masks secrets. */
export function hidingLog(channel: LogOutputChannel, secrets: Secrets): LogOutputChannel {
  const hidden = (it: unknown) => {
    if (typeof it === "string") return secrets.hide(it);
    return it instanceof Error ? secrets.hide(it.stack ?? it.message) : secrets.hide(asText(it));
  };
  return {
    ...plain(channel, secrets),
    get logLevel() {
      return channel.logLevel;
    },
    onDidChangeLogLevel: channel.onDidChangeLogLevel,
    trace: (text, ...rest) => channel.trace(secrets.hide(text), ...rest.map(hidden)),
    debug: (text, ...rest) => channel.debug(secrets.hide(text), ...rest.map(hidden)),
    info: (text, ...rest) => channel.info(secrets.hide(text), ...rest.map(hidden)),
    warn: (text, ...rest) => channel.warn(secrets.hide(text), ...rest.map(hidden)),
    error: (text, ...rest) => channel.error(String(hidden(text)), ...rest.map(hidden)),
  };
}

/** The value of `weir.trace.server`. */
export type Tracing = "off" | "messages" | "verbose";

export interface TraceLog {
  readonly channel: LogOutputChannel;
  /** Applies the setting, which may have changed. */
  update(): void;
}

/**
 * The trace channel. The library traces while the level of its channel is `Trace`, so the setting is mapped to the level. The
 * channel is created on the first write.
 */
export function traceLog(secrets: Secrets, read: () => Tracing): TraceLog {
  const changed = new EventEmitter<LogLevel>();
  const level = () => (read() === "off" ? LogLevel.Info : LogLevel.Trace);
  let made: OutputChannel | undefined;
  const target = () => {
    made ??= window.createOutputChannel("Weir Trace");
    return made;
  };
  const write = (text: string | Error) => target().appendLine(secrets.hide(String(text)));
  const channel: LogOutputChannel = {
    name: "Weir Trace",
    append: (text) => target().append(secrets.hide(text)),
    appendLine: write,
    replace: (text) => target().replace(secrets.hide(text)),
    clear: () => made?.clear(),
    show: () => target().show(true),
    hide: () => made?.hide(),
    dispose: () => made?.dispose(),
    get logLevel() {
      return level();
    },
    onDidChangeLogLevel: changed.event,
    trace: write,
    debug: write,
    info: write,
    warn: write,
    error: write,
  };
  return { channel, update: () => changed.fire(level()) };
}

function plain(channel: OutputChannel, secrets: Secrets): OutputChannel {
  return {
    name: channel.name,
    append: (text) => channel.append(secrets.hide(text)),
    appendLine: (text) => channel.appendLine(secrets.hide(text)),
    replace: (text) => channel.replace(secrets.hide(text)),
    clear: () => channel.clear(),
    show: () => channel.show(true),
    hide: () => channel.hide(),
    dispose: () => channel.dispose(),
  };
}

function asText(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
