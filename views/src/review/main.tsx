import "../shared/theme.css";
import "./review.css";
import { render } from "preact";
import { connect } from "../shared/host.ts";
import { App, type AppProps } from "./app.tsx";
import type { FromReview, ToReview } from "./messages.ts";

type Shown = Omit<AppProps, "post">;

let shown: Shown | undefined;

const host = connect<FromReview, ToReview>((message) => {
  shown = after(message);
  if (shown) render(<App {...shown} post={host.post} />, document.body);
});

function after(message: ToReview): Shown | undefined {
  if (message.kind === "start") {
    const { kind: _, ...start } = message;
    return { ...start, isBusy: true, answer: undefined, refusal: undefined };
  }
  if (!shown) return undefined;
  switch (message.kind) {
    case "busy":
      return { ...shown, base: message.base, isBusy: true };
    case "answer":
      return { ...shown, isBusy: false, refusal: undefined, answer: message.answer };
    case "refusal":
      return { ...shown, isBusy: false, refusal: message.refusal, answer: undefined };
  }
}

host.post({ kind: "ready" });
