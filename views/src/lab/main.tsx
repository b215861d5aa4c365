import "../shared/theme.css";
import { render } from "preact";
import { connect } from "../shared/host.ts";
import type { FromLab, ToLab } from "./messages.ts";

const host = connect<FromLab, ToLab>(({ title }) => {
  render(
    <main>
      <h1>{title}</h1>
    </main>,
    document.body,
  );
});
host.post({ kind: "ready" });
