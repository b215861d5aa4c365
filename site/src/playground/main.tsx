import { EditorView } from "@codemirror/view";
import { render } from "preact";
import { App } from "./app.tsx";
import { draftKind, keepDraft, openLink } from "./drafts.ts";
import type { Facts } from "./facts.ts";
import "./playground.css";
import { Server } from "./server.ts";
import { decodeShared, type Shared } from "./share.ts";

const place = document.querySelector("#playground");
if (place) void start(place);

async function start(place: Element): Promise<void> {
  const facts: Facts = JSON.parse(document.querySelector("#facts")?.textContent ?? "{}");
  let worker: Worker;
  try {
    worker = new Worker("engine.js");
  } catch {
    // Browsers do not start workers on `file:` pages.
    place.textContent = "The playground needs a web server. Run 'npm start -- --site'.";
    return;
  }
  const server = new Server(worker);
  const selected = keepFirstText(place);
  await show(place, server, facts, 0);
  if (selected) selectIn(place, selected);
  let generation = 0;
  // The user opened another link in this tab.
  addEventListener("hashchange", () => void show(place, server, facts, ++generation));
}

interface Selected {
  readonly anchor: number;
  readonly head: number;
}

/** Keeps what was typed before there was an editor, and returns where. */
function keepFirstText(place: Element): Selected | undefined {
  const box = place.querySelector("textarea");
  if (!box) return undefined;
  const { value, defaultValue, selectionStart: anchor, selectionEnd: head } = box;
  if (value !== defaultValue) keepDraft(`text.${draftKind() ?? "lpfilter"}`, value);
  const isFocused = document.activeElement === box;
  place.replaceChildren();
  return isFocused ? { anchor, head } : undefined;
}

function selectIn(place: Element, selection: Selected): void {
  const element = place.querySelector<HTMLElement>(".cm-editor");
  const view = element && EditorView.findFromDOM(element);
  view?.dispatch({ selection });
  view?.focus();
}

/** Renders the page again, with the content of the link in the URL. */
async function show(
  place: Element,
  server: Server,
  facts: Facts,
  generation: number,
): Promise<void> {
  let shared: Shared | undefined;
  let message: string | undefined;
  try {
    if (location.hash.length > 1) shared = await decodeShared(location.hash.slice(1));
  } catch (error) {
    message = (error as Error).message;
  }
  if (shared) openLink(shared);
  const tab = shared?.request !== undefined ? "trace" : shared?.other && "compare";
  render(<App key={generation} {...{ server, facts, message }} tab={tab || undefined} />, place);
}
