import { expect, test } from "vitest";
import { Failure } from "../scripts/failure.mjs";
import { ensureVscode, requirePlatform } from "../scripts/vscode-install.mjs";

test.each([
  ["win32", "Windows"],
  ["freebsd", "freebsd"],
])(
  "where its VS Code does not run, 'npm start' fetches nothing and says what to do: %s",
  async (platform, name) => {
    const said: string[] = [];
    const failed = await ensureVscode((line) => said.push(line), undefined, platform).catch(
      (it) => it,
    );
    expect(failed).toBeInstanceOf(Failure);
    expect(failed.message).toBe(
      `The VS Code that 'npm start' shows in a browser does not run on ${name}. Use 'npm start -- --desktop' for the VS Code that is installed here, or install the weir.vsix that 'npm run package' makes. 'npx weir' works in every terminal.`,
    );
    expect(said).toEqual([]);
  },
);

test.each(["linux", "darwin"])("it runs on %s", (platform) => requirePlatform(platform));
