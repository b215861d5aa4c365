import { execFile } from "node:child_process";
import { basename, dirname } from "node:path";
import { UsageError } from "../io.ts";

/** The text of a file in a commit. */
export async function textInCommit(file: string, name: string, ref: string): Promise<string> {
  // Git would read it as an option.
  if (ref.startsWith("-") || ref === "") throw new UsageError(`Invalid commit '${ref}'.`);
  return await new Promise((resolve, reject) => {
    execFile(
      "git",
      ["cat-file", "blob", `${ref}:./${basename(file)}`],
      { cwd: dirname(file), maxBuffer: 16 * 1024 * 1024, windowsHide: true },
      (error, out, complaint) => {
        if (!error) resolve(out.replace(/^\ufeff/, ""));
        else reject(new UsageError(refusal(error, name, ref, complaint)));
      },
    );
  });
}

function refusal(error: Error, name: string, ref: string, complaint: string): string {
  if ("code" in error && error.code === "ENOENT") return "'--base' needs Git, which was not found.";
  const reason = complaint
    .trim()
    .split("\n")[0]
    ?.replace(/^fatal: /, "");
  return `Cannot read '${name}' in '${ref}'${reason ? ` (${reason})` : ""}.`;
}
