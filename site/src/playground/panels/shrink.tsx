import type { ChangeSpec, Text } from "@codemirror/state";
import { CopyButton } from "../copy-button.tsx";
import { changesFor } from "../editor/positions.ts";
import { useCurrentAnswer } from "./answer.ts";
import type { PanelProps } from "./panel.ts";

interface ShrinkProps extends PanelProps {
  readonly doc: Text;
  onApply(changes: readonly ChangeSpec[]): void;
}

/** The shortest text that is proved to mean the same. */
export function ShrinkPanel({ server, uri, analyzed, isEdited, doc, onApply }: ShrinkProps) {
  const ask = async () => {
    const response = await server.shrink(uri);
    return response && { text: analyzed.text, response };
  };
  const found = useCurrentAnswer(ask, [analyzed.text, uri], isEdited);
  if (analyzed.problems.some((it) => it.severity === "error"))
    return <p role="status">The text has errors. Fix them first.</p>;
  if (!found) return <p role="status">Looking for a shorter version…</p>;
  if ("refusal" in found) return <p role="status">{found.refusal}</p>;
  const { response, text } = found;
  if ("refusal" in response) return <p role="status">{response.refusal}</p>;
  return (
    <>
      {response.texts.map((it, index) => (
        <div key={index}>
          <p role="status" class="result">
            {"error" in it ? it.error : it.summary}
          </p>
          {!("error" in it) && it.edits.length > 0 && (
            <>
              <pre>{it.text}</pre>
              <button
                type="button"
                disabled={doc.toString() !== text}
                onClick={() => onApply(changesFor(doc, it.edits))}
              >
                Use this text
              </button>{" "}
              <CopyButton label="Copy this text" text={() => it.text} />
            </>
          )}
        </div>
      ))}
    </>
  );
}
