import { summary } from "../../core/shrink/size.ts";
import { printable } from "../../text/printable.ts";
import type { Io } from "../io.ts";
import type { ShrunkFile, ShrunkText } from "./shrink-files.ts";

/** One result per filter or rule, and one for a file that cannot be read. */
export function renderJson(files: readonly ShrunkFile[]): string {
  const results = files.flatMap(({ path, text, texts, error }): object[] => {
    if (error !== undefined) return [{ path, error }];
    return texts.map(({ range, ...it }) =>
      "error" in it
        ? { path, range, error: it.error }
        : {
            path,
            range,
            before: it.before,
            after: it.after,
            text,
            fits: it.fits,
            proved: !it.isUnproved,
            complete: !it.isCutShort,
          },
    );
  });
  return `${JSON.stringify({ version: 1, results }, undefined, 2)}\n`;
}

/** A line for each filter or rule, and the new text of each file unless it was written. */
export function renderPretty(files: readonly ShrunkFile[], isWritten: boolean, io: Io): void {
  for (const file of files) {
    if (file.error !== undefined) {
      io.err(`${printable(`${file.path}: ${file.error}`)}\n`);
      continue;
    }
    for (const it of file.texts) {
      const line = `${printable(`${placeOf(file, it)}: ${"error" in it ? it.error : summary(it)}`)}\n`;
      if ("error" in it) io.err(line);
      else io.out(line);
      if (!("error" in it) && !it.fits && "operators" in it.limits)
        io.out(`${printable(transformerAdvice(file.path))}\n`);
    }
    if (!isWritten && file.texts.some((it) => !("error" in it))) io.out(withLineBreak(file.text));
  }
  if (files.every((it) => it.error === undefined && it.texts.length === 0)) {
    io.err("No filters or rules found.\n");
  }
}

/** Only filters have a limit of operators. */
function transformerAdvice(path: string): string {
  return `A transformer has room for it: weir sql ${path} --dialect transformer`;
}

function placeOf({ path, isHost }: ShrunkFile, { range }: ShrunkText): string {
  return isHost ? `${path}:${range.start.line + 1}` : path;
}

function withLineBreak(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}
