import type { EditorView } from "@codemirror/view";
import { useState } from "preact/hooks";
import { CopyButton } from "../copy-button.tsx";
import type { Analyzed } from "../editor/analysis.ts";
import { Editor } from "../editor/component.tsx";
import { uriOf } from "../server.ts";
import { useCurrentAnswer } from "./answer.ts";
import type { PanelProps } from "./panel.ts";
import { Problems } from "./problems.tsx";

interface CompareProps extends PanelProps {
  readonly other: string;
  readonly nonce: string;
  onOther(text: string): void;
}

/** Compares the meaning of the text with another text's. */
export function ComparePanel(props: CompareProps) {
  const { server, kind, uri, position, analyzed, isEdited, other, nonce, onOther } = props;
  const [second, setSecond] = useState<Analyzed>({ text: other, problems: [], fixAll: undefined });
  const [view, setView] = useState<EditorView>();
  const found = useCurrentAnswer(
    () => server.compare(uri, uriOf("second", kind), position),
    [analyzed.text, second, uri, position],
    isEdited || second.text !== other,
  );
  return (
    <>
      <p>
        Compare what the text means with this one.{" "}
        <button
          type="button"
          onClick={() =>
            view?.dispatch({
              changes: { from: 0, to: view.state.doc.length, insert: analyzed.text },
            })
          }
        >
          Start from the text
        </button>
      </p>
      <Editor
        {...{ server, kind, nonce }}
        name="second"
        label="Second filter or rule"
        text={other}
        onView={setView}
        onAnalyzed={setSecond}
        onChange={onOther}
      />
      {second.problems.some((it) => it.severity === "error") && (
        <Problems
          server={server}
          analyzed={second}
          onSelect={({ from, to }) => {
            view?.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
            view?.focus();
          }}
          onFix={({ changes }) => {
            view?.dispatch({ changes });
            view?.focus();
          }}
        />
      )}
      {!found && <p role="status">Comparing…</p>}
      {found && "refusal" in found && <p role="status">{found.refusal}</p>}
      {found && !("refusal" in found) && (
        <>
          <pre role="status" class="result">
            {found.text}
          </pre>
          <CopyButton label="Copy result" text={() => found.text} />
        </>
      )}
    </>
  );
}
