import "../shared/theme.css";
import "./trace.css";
import { render } from "preact";
import { connect } from "../shared/host.ts";
import { App, type AppProps } from "./app.tsx";
import type { FromTrace, ToTrace, TraceState } from "./messages.ts";

type Shown = Omit<AppProps, "post" | "keep">;

let shown: Shown | undefined;

const host = connect<FromTrace, ToTrace, TraceState>((message) => {
  shown = after(message);
  if (shown) render(<App {...shown} post={host.post} keep={host.keep} />, document.body);
});

function after(message: ToTrace): Shown | undefined {
  if (message.kind === "start") {
    const { kind: _, ...start } = message;
    const { isCompared = false } = start.state;
    const empty = { answer: undefined, answered: undefined, zones: [], zone: undefined, names: {} };
    return { ...start, ...nothing, ...empty, isCompared, turn: 0 };
  }
  if (!shown) return undefined;
  switch (message.kind) {
    case "answer":
      return {
        ...shown,
        ...nothing,
        answer: message.answer,
        answered: message.request,
        zones: message.answer.zones ?? [],
        zone: message.answer.zone,
        names: message.names ?? shown.names,
      };
    case "refusal":
      return {
        ...shown,
        zone: undefined,
        refusal: message.refusal,
        outdated: { kind: "outdated", why: message.refusal },
        isInRequest: message.isInRequest,
        zones: message.zones ?? shown.zones,
        names: message.names ?? shown.names,
      };
    case "request":
      return {
        ...shown,
        state: { ...shown.state, request: message.request },
        turn: shown.turn + 1,
      };
    case "compared":
      return { ...shown, isCompared: message.isOn, outdated: { kind: "outdated" } };
    case "outdated":
      return { ...shown, outdated: message };
  }
}

const nothing = { refusal: undefined, isInRequest: false, outdated: undefined };

host.post({ kind: "ready" });
