import { useState } from "preact/hooks";
import { type DialectName, dialectNames } from "../../../../server/src/lsp/protocol.ts";
import { CopyButton } from "../copy-button.tsx";
import { useAnswer } from "./answer.ts";
import type { PanelProps } from "./panel.ts";

/** The text as an SQL query. */
export function SqlPanel({ server, uri, analyzed }: PanelProps) {
  const [dialect, setDialect] = useState<DialectName>(dialectNames[0]);
  const found = useAnswer(() => server.sql(uri, dialect), [analyzed.text, uri, dialect]);
  return (
    <>
      <p>
        <label>
          Database{" "}
          <select
            value={dialect}
            onChange={(event) => setDialect(event.currentTarget.value as DialectName)}
          >
            {dialectNames.map((it) => (
              <option key={it}>{it}</option>
            ))}
          </select>
        </label>{" "}
        {found && "text" in found && <CopyButton label="Copy SQL" text={() => found.text} />}
      </p>
      {found && "refusal" in found && <p role="status">{found.refusal}</p>}
      {found && "text" in found && <pre class="result">{found.text}</pre>}
    </>
  );
}
