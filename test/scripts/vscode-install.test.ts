import { expect, test } from "vitest";
import { Failure } from "../../scripts/failure.mjs";
import {
  ensureVscode,
  requirePlatform,
  withUsableVscode,
} from "../../scripts/install/vscode-install.mjs";

test.each([
  ["win32", "Windows"],
  ["freebsd", "freebsd"],
])(
  "where VS Code in a browser does not run, nothing is downloaded, and an alternative is suggested: %s",
  async (platform, name) => {
    const said: string[] = [];
    const failed = await ensureVscode((line) => said.push(line), undefined, platform).catch(
      (it) => it,
    );
    expect(failed).toBeInstanceOf(Failure);
    expect(failed.message).toBe(
      `VS Code in a browser does not run on ${name}. Run 'npm start -- --desktop' to use the installed VS Code, or install weir.vsix from 'npm run package'. 'npx --no weir' works in any terminal.`,
    );
    expect(said).toEqual([]);
  },
);

test.each([
  ["win32", undefined, true],
  ["win32", true, true],
  ["linux", undefined, undefined],
  ["darwin", true, true],
])(
  "on %s with '--desktop' %s, 'npm start' uses the installed VS Code: %s",
  (platform, asked, used) => {
    const said: string[] = [];
    const options = { port: 1, desktop: asked };
    const usable = withUsableVscode(options, (line) => said.push(line), platform);
    expect(usable).toEqual({ port: 1, desktop: used });
    expect(said).toHaveLength(asked === used ? 0 : 1);
  },
);

test.each(["linux", "darwin"])("it runs on %s", (platform) => requirePlatform(platform));
