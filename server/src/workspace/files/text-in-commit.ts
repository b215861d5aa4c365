import { execFile } from "node:child_process";
import { basename, dirname } from "node:path";

/** The text of a file in a commit of its Git repository. */
export async function textInCommit(
  file: string,
  name: string,
  commit: string,
): Promise<{ readonly text: string } | { readonly error: string }> {
  // Git would treat it as an option.
  if (commit.startsWith("-") || commit === "") return { error: `Invalid commit '${commit}'.` };
  return await new Promise((resolve) => {
    execFile(
      "git",
      ["cat-file", "blob", `${commit}:./${basename(file)}`],
      { cwd: dirname(file), env: withoutRemotes(), maxBuffer: 16 * 1024 * 1024, windowsHide: true },
      (error, out, complaint) => {
        if (!error) resolve({ text: out.replace(/^\ufeff/, "") });
        else resolve({ error: refusal(error, name, commit, complaint) });
      },
    );
  });
}

/** Prevents Git from fetching in a partial clone, which would run commands that the repository configures. */
function withoutRemotes(): NodeJS.ProcessEnv {
  return { ...process.env, GIT_ALLOW_PROTOCOL: "none", GIT_NO_LAZY_FETCH: "1" };
}

function refusal(error: Error, name: string, commit: string, complaint: string): string {
  if ("code" in error && error.code === "ENOENT")
    return "A comparison with a commit needs Git, which was not found.";
  if (/transport '|lazy fetch/.test(complaint))
    return `'${name}' in '${commit}' is not in this partial clone. Fetch it first, as with 'git show ${commit}:./${name}'.`;
  const reason = complaint
    .trim()
    .split("\n")[0]
    ?.replace(/^fatal: /, "");
  return `Cannot read '${name}' in '${commit}'${reason ? ` (${reason})` : ""}.`;
}
