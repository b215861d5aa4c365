import { setDiagnostics } from "@codemirror/lint";
import type { Extension, Text } from "@codemirror/state";
import { type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import type { Server } from "../server.ts";
import { type Fix, fixAllOf, type Problem, problemsOf, type Severity } from "./problems.ts";
import { decorations, setTokens } from "./tokens.ts";

/** A version of a text with its analysis by the server. */
export interface Analyzed {
  readonly text: string;
  readonly problems: readonly Problem[];
  readonly fixAll: Fix | undefined;
  /** The dataset of a filter or job. */
  readonly dataset?: string | undefined;
}

/** Debounce, in milliseconds. */
const pause = 120;

/** Has the server analyze each version of the text, and shows the results. */
export function analysis(
  server: Server,
  uri: string,
  onAnalyzed: (found: Analyzed) => void,
): Extension {
  return ViewPlugin.define((view) => {
    let timer = setTimeout(() => void analyze(), 0);
    const analyze = async () => {
      const { doc } = view.state;
      const found = await ask(server, uri, doc);
      // A newer version is already being analyzed.
      if (view.state.doc !== doc || isOver) return;
      show(view, found, server);
      const { problems, fixAll, dataset } = found;
      onAnalyzed({ text: doc.toString(), problems, fixAll, dataset });
    };
    let isOver = false;
    return {
      update({ docChanged }: ViewUpdate) {
        if (!docChanged) return;
        clearTimeout(timer);
        timer = setTimeout(() => void analyze(), pause);
      },
      destroy() {
        isOver = true;
        clearTimeout(timer);
      },
    };
  });
}

async function ask(server: Server, uri: string, doc: Text) {
  const [diagnostics, actions, tokens, dataset] = await Promise.all([
    server.diagnostics(uri),
    server.fixes(uri),
    server.tokens(uri),
    server.dataset(uri),
  ]);
  return {
    problems: problemsOf(doc, uri, diagnostics, actions),
    fixAll: fixAllOf(doc, uri, actions),
    tokens,
    dataset,
  };
}

function show(
  view: EditorView,
  { problems, tokens }: { problems: readonly Problem[]; tokens: readonly number[] },
  server: Server,
): void {
  const { doc } = view.state;
  view.dispatch({ effects: setTokens.of(decorations(tokens, server.tokenTypes, doc)) });
  view.dispatch(
    setDiagnostics(
      view.state,
      problems.map(({ from, to, severity, code, message, fixes }) => ({
        from,
        to,
        severity: severity satisfies Severity,
        source: code,
        message,
        actions: fixes.map(({ title, changes }) => ({
          name: title,
          apply: (it: EditorView) => it.dispatch({ changes }),
        })),
      })),
    ),
  );
}
