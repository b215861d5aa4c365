import "../shared/theme.css";
import "./form.css";
import { render } from "preact";
import { connect } from "../shared/host.ts";
import { Actions } from "./actions.ts";
import { Dragging } from "./dragging.ts";
import { Form } from "./form.tsx";
import type { FromForm, ToForm } from "./messages.ts";

const host = connect<FromForm, ToForm>((message) => actions.receive(message));
const show = () =>
  render(<Form state={actions.state} actions={actions} dragging={dragging} />, document.body);
const actions = new Actions((message) => host.post(message), show);
const dragging = new Dragging(
  () => actions.state.form,
  (path, to) => actions.drop(path, to),
  show,
);
host.post({ kind: "ready" });
