import "../shared/theme.css";
import "uplot/dist/uPlot.min.css";
import "./lab.css";
import { render } from "preact";
import { connect } from "../shared/host.ts";
import type { Outdated } from "../shared/messages.ts";
import { App, type AppProps } from "./app.tsx";
import type { FromLab, LabState, QuestionName, ToLab } from "./messages.ts";

type Shown = Omit<AppProps, "ask" | "post" | "keep">;

let shown: Shown | undefined;
let asked = 0;
/** Pending requests, by ID. */
const waiting = new Map<number, (answer: never) => void>();

const ask: AppProps["ask"] = (name: QuestionName, question: object) =>
  new Promise((resolve) => {
    asked++;
    waiting.set(asked, resolve as (answer: never) => void);
    host.post({ kind: "question", id: asked, name, asked: question } as FromLab);
  });

const host = connect<FromLab, ToLab, LabState>((message) => {
  if (message.kind === "response") {
    waiting.get(message.id)?.(message.answer as never);
    waiting.delete(message.id);
    return;
  }
  shown = after(message);
  draw();
});

function after(message: Exclude<ToLab, { kind: "response" }>): Shown | undefined {
  if (message.kind === "start") {
    const { state, title } = message;
    const kept = host.state?.uri === state.uri ? host.state : state;
    return { ...nothing, title, state: kept };
  }
  if (!shown) return undefined;
  if (message.kind === "busy") {
    const { share, counts = shown.counts } = message;
    return { ...shown, busy: share, counts };
  }
  if (message.kind === "outdated")
    return { ...shown, engine: undefined, outdated: message, busy: null };
  if (message.kind === "engine") return { ...shown, ...nothing, engine: message.engine };
  const { answer } = shown;
  if (message.kind === "answer") return { ...shown, ...nothing, answer: message.answer };
  const { refusal, noSample } = message;
  const outdated: Outdated = { kind: "outdated", why: refusal };
  return {
    ...shown,
    ...nothing,
    answer: noSample ? undefined : answer,
    refusal,
    noSample,
    outdated,
  };
}

const nothing = {
  engine: undefined,
  outdated: undefined,
  answer: undefined,
  counts: undefined,
  refusal: undefined,
  noSample: false,
  busy: null,
};

function draw(): void {
  if (!shown) return;
  render(<App {...shown} ask={ask} post={host.post} keep={host.keep} />, document.body);
}

host.post({ kind: "ready" });
