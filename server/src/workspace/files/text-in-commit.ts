import { execFile } from "node:child_process";
import { basename, dirname } from "node:path";

/** The text of a file in a commit of its Git repository. */
export async function textInCommit(
  file: string,
  name: string,
  commit: string,
): Promise<{ readonly text: string } | { readonly error: string }> {
  // Git would read it as an option.
  if (commit.startsWith("-") || commit === "") return { error: `Invalid commit '${commit}'.` };
  return await new Promise((resolve) => {
    execFile(
      "git",
      ["cat-file", "blob", `${commit}:./${basename(file)}`],
      { cwd: dirname(file), maxBuffer: 16 * 1024 * 1024, windowsHide: true },
      (error, out, complaint) => {
        if (!error) resolve({ text: out.replace(/^\ufeff/, "") });
        else resolve({ error: refusal(error, name, commit, complaint) });
      },
    );
  });
}

function refusal(error: Error, name: string, commit: string, complaint: string): string {
  if ("code" in error && error.code === "ENOENT")
    return "A comparison with a commit needs Git, which was not found.";
  const reason = complaint
    .trim()
    .split("\n")[0]
    ?.replace(/^fatal: /, "");
  return `Cannot read '${name}' in '${commit}'${reason ? ` (${reason})` : ""}.`;
}
