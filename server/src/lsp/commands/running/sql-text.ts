import { hostOfPath, languageOfPath } from "../../../languages.ts";
import type { DialectName } from "../../../sql/dialect-names.ts";
import { dialects, translateDocument } from "../../../sql/sql.ts";
import { Lines } from "../../../text/lines.ts";
import type { TextResult } from "../../protocol.ts";
import type { ServerState } from "../../server-state.ts";

/** The texts of a file as SQL, from the editor. Refused as a whole if one of them cannot be translated. */
export function sqlText(
  uri: string,
  dialect: DialectName | undefined,
  editor: Pick<ServerState, "snapshots" | "read" | "contextOf">,
): TextResult {
  const open = editor.snapshots.of(uri)?.source;
  const text = open?.text ?? editor.read(uri);
  if (text === undefined) return { refusal: "File not found." };
  const language = open?.language ?? languageOfPath(uri) ?? hostOfPath(uri);
  if (!language) return { refusal: "This file has no filters or rules." };
  const statements = translateDocument(
    {
      language,
      text,
      context: editor.contextOf(uri),
      readFilter: (path) => readBeside(uri, path, editor),
    },
    { dialect: dialects[dialect ?? "duckdb"] },
  );
  const lines = new Lines(text);
  const lineOf = (offset: number) => lines.positionAt(offset).line + 1;
  if (statements.length === 0) return { refusal: "This file has no filters or rules." };
  const parts: string[] = [];
  for (const it of statements) {
    if ("error" in it) return { refusal: `Line ${lineOf(it.at ?? it.start)}: ${it.error}` };
    parts.push(statements.length > 1 ? `-- Line ${lineOf(it.start)}\n${it.sql}` : it.sql);
  }
  return { text: parts.join("\n") };
}

function readBeside(uri: string, path: string, editor: Pick<ServerState, "read" | "snapshots">) {
  const other = URL.canParse(path, uri) ? new URL(path, uri).href : undefined;
  const text = other && (editor.snapshots.of(other)?.source.text ?? editor.read(other));
  return text === undefined ? { error: `File '${path}' not found.` } : { text };
}
