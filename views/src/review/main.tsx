import "../shared/theme.css";
import "./review.css";
import { render } from "preact";
import { connect } from "../shared/host.ts";
import { App } from "./app.tsx";
import type { FromReview, ToReview } from "./messages.ts";
import { type Shown, shownAfter } from "./state.ts";

let shown: Shown | undefined;

const host = connect<FromReview, ToReview>((message) => {
  shown = shownAfter(message, shown);
  if (shown) render(<App {...shown} post={host.post} />, document.body);
});

host.post({ kind: "ready" });
