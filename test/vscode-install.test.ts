import { expect, test } from "vitest";
import { Failure } from "../scripts/failure.mjs";
import { ensureVscode, requirePlatform } from "../scripts/vscode-install.mjs";

test.each([
  ["win32", "Windows"],
  ["freebsd", "freebsd"],
])(
  "where its VS Code does not run, 'npm start' downloads nothing and suggests an alternative: %s",
  async (platform, name) => {
    const said: string[] = [];
    const failed = await ensureVscode((line) => said.push(line), undefined, platform).catch(
      (it) => it,
    );
    expect(failed).toBeInstanceOf(Failure);
    expect(failed.message).toBe(
      `'npm start' cannot run VS Code in a browser on ${name}. Run 'npm start -- --desktop' to use the installed VS Code, or install weir.vsix from 'npm run package'. 'npx weir' works in any terminal.`,
    );
    expect(said).toEqual([]);
  },
);

test.each(["linux", "darwin"])("it runs on %s", (platform) => requirePlatform(platform));
