import { withForwardSlashes } from "../../workspace/files/paths.ts";
import { Workspace } from "../../workspace/workspace.ts";
import { oneOf } from "../arguments.ts";
import { candidatesFor } from "../completion/candidates.ts";
import { scripts, shellNames } from "../completion/scripts.ts";
import { type Command, exit, type Io, UsageError } from "../io.ts";
import { readSettings } from "../settings.ts";

/** The command `completion`, which completes these commands and itself. */
export function completionOf(commands: () => readonly Command[]): Command {
  return {
    name: "completion",
    summary: "Print a completion script for a shell",
    usage: `weir completion bash|zsh|fish|powershell
  Prints a script that completes commands, options, and values such as formats,
  datasets and profiles.

  bash: add 'source <(weir completion bash)' to ~/.bashrc
  zsh:  add 'source <(weir completion zsh)' to ~/.zshrc, after compinit
  fish: run 'weir completion fish > ~/.config/fish/completions/weir.fish'
  powershell: add to $PROFILE
    'weir completion powershell | Out-String | Invoke-Expression'`,
    async run([first, ...rest], io) {
      if (first === "--words") {
        const found = candidatesFor(rest, commands(), { profiles: () => profilesAt(io) });
        io.out(found.map(({ word, about }) => `${word}\t${about}\n`).join(""));
        return exit.fine;
      }
      if (first === undefined || rest.length > 0)
        throw new UsageError(`'weir completion' needs a shell: ${shellNames.join(", ")}.`);
      io.out(scripts[oneOf("weir completion", first, shellNames)]);
      return exit.fine;
    },
  };
}

/** Profiles of the settings in this folder or above it. */
function profilesAt({ cwd }: Io): readonly string[] {
  try {
    const workspace = new Workspace((path) => readSettings(path, cwd));
    return Object.keys(
      workspace.configFor(`${withForwardSlashes(cwd)}/any`)?.config.profiles ?? {},
    );
  } catch {
    return [];
  }
}
