import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "vitest";
import { diff } from "../../server/src/cli/commands/diff.ts";
import { push } from "../../server/src/cli/commands/push.ts";
import { renderMarkdown } from "../../server/src/cli/render/markdown.ts";
import type { Plan, Result } from "../../server/src/push/plan/plan.ts";
import { filter, rule } from "../push/faults/sequences.ts";
import { Harness } from "../push/harness.ts";
import { times } from "../support/long.ts";
import { drawn } from "../support/markdown.ts";
import { runCommand } from "../support/programs/run-command.ts";

test("a diff as a comment", async () => {
  const files = { "a.cfrule": rule('http.host eq "a.example"'), "b.cfrule": rule("ssl") };
  using h = new Harness({ files });
  await h.push("a.cfrule");
  await h.push("b.cfrule");
  const comment = async () => (await runCommand(h, diff, ["--format", "markdown"])).out;
  expect(await comment()).toBe("### Weir: no differences (`local`)\n");
  h.write("a.cfrule", rule('http.host eq "b.example"'));
  expect(await comment()).toBe(`### Weir: 1 difference (\`local\`)

**differs** \`a.cfrule\`: The file has changed since the last push.

\`\`\`diff
  expression
-   http.host eq "a.example"
+   http.host eq "b.example"
\`\`\`

- Matches nothing that it matched: no longer requests where http.host eq "a.example", such as 'GET https\\://a.example/', but now requests where http.host eq "b.example", such as 'GET https\\://b.example/'.

1 file without differences.
`);
});

test("a plan as a comment says what its rules change for requests", async () => {
  const files = { "a.cfrule": rule('http.host eq "a"'), "b.cfrule": rule('http.host eq "b"') };
  using h = new Harness({ files });
  await runCommand(h, push, ["--all", "--yes"]);
  h.write("a.cfrule", files["b.cfrule"]);
  h.write("b.cfrule", files["a.cfrule"]);
  const { out } = await runCommand(h, push, ["--all", "--dry-run", "--format", "markdown"]);
  expect(out).toContain("\n- These 2 rules together change no outcome (proved).\n");
  expect(out).toMatch(
    /^- After the call for 'a\.cfrule' and before that for .* requests are open/m,
  );
});

test("the title counts differences and failures, and a diff of nothing is one", async () => {
  const files = {
    "a.cfrule": rule("ssl"),
    "bad.cfrule": rule("http.host eq"),
    "unused.lpfilter": filter("a.example"),
  };
  using h = new Harness({ files });
  const title = async (...paths: string[]) =>
    (await runCommand(h, diff, ["--format", "markdown", ...paths])).out.split("\n")[0];
  expect(await title()).toBe("### Weir: 1 difference, 1 failure (`local`)");
  expect(await title("bad.cfrule")).toBe("### Weir: 1 failure (`local`)");
  expect(await title("unused.lpfilter")).toBe("### Weir: 1 failure (`local`)");
});

function resultWith(text: string): Result {
  const plan: Plan = {
    path: text,
    title: text,
    outcome: "updated",
    changes: [
      { name: "expression", before: text, after: `${text}x` },
      { name: "description", before: undefined, after: text },
    ],
    meaning: text,
    notes: [text],
    calls: [],
  };
  return { path: text, profile: text, outcome: "updated", ids: {}, message: text, plan };
}

/** The kinds of elements that a plain result is rendered with. */
const usual = drawn(renderMarkdown([resultWith("a")], {})).kinds;

test("no name or text adds markup, links, mentions or references", () => {
  const nasty = fc.constantFrom(
    ..."`~*_[]()<>#@!|&$%\\/\n\r -+=:".split(""),
    "```",
    "````",
    "\n```\n",
    "](https://x.example)",
    "![i](https://x.example/p.png)",
    "<img src=x>",
    "<!--",
    "-->",
    "@team",
    "#1",
    "GH-1",
    "https://x.example",
    "www.x.example",
    "\n/close\n",
    "\n# a\n",
    "a",
  );
  const text = fc.array(nasty, { maxLength: 12 }).map((it) => it.join(""));
  fc.assert(
    fc.property(text, (it) => {
      const markdown = renderMarkdown([resultWith(it), resultWith("a")], {});
      const { kinds, links } = drawn(markdown);
      assert.deepEqual(links, []);
      const more = [...kinds].filter((kind) => !usual.has(kind) && kind !== "html_inline");
      assert.deepEqual(more, []);
      // Outside of code, GitHub links '@name' and '#1' even after a backslash.
      const prose = markdown
        .replace(/^(`{3,})diff\n[\s\S]*?\n\1$/gm, "")
        .replace(/(?<!`)(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, "");
      assert.doesNotMatch(prose, /[@#]\w|GH-\d/i);
    }),
    { seed: 7, numRuns: times(13) },
  );
});

test("a comment stays below the limit of GitHub", () => {
  const long = Array.from({ length: 200 }, () => resultWith("x".repeat(1000)));
  const markdown = renderMarkdown(long, {});
  expect(markdown.length).toBeLessThan(65_536);
  expect(markdown).toMatch(/… and \d+ more files, too long for a comment\.\n$/);
});
