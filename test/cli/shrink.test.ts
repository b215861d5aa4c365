import { describe, expect, test } from "vitest";
import { Folder, weir } from "../support/programs/cli.ts";

const condition = (operator: string, value: unknown, key = "EdgeResponseStatus") => ({
  key,
  operator,
  value,
});
const filter = (where: unknown) => JSON.stringify({ where });
const either = { or: [condition("eq", "200"), condition("eq", "204")] };
const shrunk = filter(condition("in", [200, 204])).replace("200,204", "200, 204");

describe("weir shrink", () => {
  test("prints the savings and the text", async () => {
    using folder = new Folder({ "a.lpfilter": filter(either) });
    const { status, out, err } = await weir(folder, ["shrink", "a.lpfilter"]);
    expect(out).toBe(`a.lpfilter: 136 → 72 bytes, 2 → 1 operator. Fits the limits.\n${shrunk}\n`);
    expect([status, err]).toEqual([0, ""]);
    expect(folder.read("a.lpfilter")).toBe(filter(either));
  });

  test("prints the same as JSON", async () => {
    using folder = new Folder({ "a.lpfilter": filter(either), "b.lpfilter": shrunk });
    const { status, out } = await weir(folder, ["shrink", ".", "--format", "json"]);
    expect(JSON.parse(out)).toEqual({
      version: 1,
      results: [
        {
          path: "a.lpfilter",
          range: { start: { line: 0, character: 0 }, end: { line: 0, character: 136 } },
          before: { bytes: 136, operators: 2 },
          after: { bytes: 72, operators: 1 },
          text: shrunk,
          fits: true,
          proved: true,
          complete: true,
        },
        {
          path: "b.lpfilter",
          range: { start: { line: 0, character: 0 }, end: { line: 0, character: 73 } },
          before: { bytes: 72, operators: 1 },
          after: { bytes: 72, operators: 1 },
          text: shrunk,
          fits: true,
          proved: true,
          complete: true,
        },
      ],
    });
    expect(status).toBe(0);
  });

  test("writes the files, with their byte order mark, and only those that change", async () => {
    const job = { name: "j", dataset: "http_requests", destination_conf: "s3://b?region=x" };
    using folder = new Folder({
      "a.lpfilter": `\ufeff// why\n${filter(either)}\n`,
      "inline.lpjob": JSON.stringify({ ...job, filter: { where: either } }),
      "escaped.lpjob": JSON.stringify({ ...job, filter: filter(either) }),
      "other.lpjob": JSON.stringify({ ...job, filter: "./a.lpfilter" }),
    });
    const { status, out } = await weir(folder, ["shrink", ".", "--write"]);
    expect(out).toBe(
      ["a.lpfilter", "escaped.lpjob", "inline.lpjob"]
        .map((it) => `${it}: 136 → 72 bytes, 2 → 1 operator. Fits the limits.\n`)
        .join(""),
    );
    expect(status).toBe(0);
    expect(folder.read("a.lpfilter")).toBe(`\ufeff// why\n${shrunk}\n`);
    expect(JSON.parse(folder.read("inline.lpjob")).filter).toEqual(JSON.parse(shrunk));
    expect(JSON.parse(JSON.parse(folder.read("escaped.lpjob")).filter)).toEqual(JSON.parse(shrunk));
  });

  test("exits with 1 if a filter still exceeds a limit", async () => {
    using folder = new Folder({
      "a.lpfilter": filter(
        condition(
          "in",
          Array.from({ length: 400 }, (_, i) => 3 * i),
        ),
      ),
    });
    const { status, out } = await weir(folder, ["shrink", "a.lpfilter", "--write"]);
    expect(out).toBe(
      "a.lpfilter: 1,692 bytes, 1 operator. Exceeds the limit of 1,000 bytes.\nA transformer has room for it: weir sql a.lpfilter --dialect transformer\n",
    );
    expect(status).toBe(1);
  });

  test("uses the limits of weir.json", async () => {
    using folder = new Folder({
      "a.lpfilter": filter(either),
      "weir.json": JSON.stringify({ limits: { operators: 30, bytes: 70 } }),
    });
    expect((await weir(folder, ["shrink", "a.lpfilter"])).status).toBe(1);
  });

  test("exits with 2 for a text that cannot be read, and shortens the others", async () => {
    using folder = new Folder({
      "a.lpfilter": filter(either),
      "b.lpfilter": "{",
      "c.lpfilter": filter(condition("like", 1)),
    });
    const { status, out, err } = await weir(folder, ["shrink", "."]);
    expect(out).toContain("136 → 72 bytes");
    expect(err).toMatch(
      /^b\.lpfilter: Cannot be shortened: .* Run 'weir check' to see the errors\.\nc\.lpfilter: Cannot be shortened: /,
    );
    expect(status).toBe(2);
    const json = await weir(folder, ["shrink", "b.lpfilter", "none.lpfilter", "--format", "json"]);
    expect(json.status).toBe(2);
    expect(JSON.parse(json.out).results).toMatchObject([
      { path: "b.lpfilter", error: expect.any(String) },
      { path: "none.lpfilter", error: expect.any(String) },
    ]);
  });

  test("reads standard input", async () => {
    using folder = new Folder();
    const { status, out } = await weir(folder, ["shrink", "-"], filter(either));
    expect([status, out.split("\n")[1]]).toEqual([0, shrunk]);
    const rule = await weir(folder, ["shrink", "-"], "ssl and ssl\n");
    expect(rule.out).toContain("\nssl\n");
  });

  test("shortens rules, also inside other files", async () => {
    const rule = 'http.host eq "a" or http.host eq "b"';
    using folder = new Folder({
      "a.cfrule": `# @action block\n${rule}\n`,
      "main.tf": `resource "cloudflare_ruleset" "waf" {
  phase = "http_request_firewall_custom"
  rules {
    action     = "block"
    expression = ${JSON.stringify(rule)}
  }
}
`,
    });
    const json = await weir(folder, ["shrink", "a.cfrule", "--format", "json"]);
    expect(JSON.parse(json.out).results).toMatchObject([
      {
        path: "a.cfrule",
        before: { characters: 36 },
        after: { characters: 22 },
        text: '# @action block\nhttp.host in {"a" "b"}\n',
        fits: true,
      },
    ]);
    const { status, out } = await weir(folder, ["shrink", ".", "--write"]);
    expect([status, out]).toEqual([
      0,
      "a.cfrule: 36 → 22 characters. Fits the limits.\nmain.tf:5: 36 → 22 characters. Fits the limits.\n",
    ]);
    expect(folder.read("main.tf")).toContain('expression = "http.host in {\\"a\\" \\"b\\"}"');
  });

  test("shortens filters inside other files", async () => {
    const body = {
      filter: filter(either),
      dataset: "http_requests",
      destination_conf: "s3://b?region=x",
    };
    using folder = new Folder({
      "main.tf": `resource "cloudflare_logpush_job" "a" {
  dataset          = "http_requests"
  destination_conf = "s3://b?region=x"
  filter = jsonencode(${filter(either)})
}
resource "cloudflare_logpush_job" "b" {
  dataset          = "http_requests"
  destination_conf = "s3://b?region=x"
  filter = ${JSON.stringify(body.filter)}
}
`,
    });
    const { status, out, err } = await weir(folder, ["shrink", "main.tf", "--write"]);
    expect([status, out, err]).toEqual([
      2,
      "main.tf:9: 136 → 72 bytes, 2 → 1 operator. Fits the limits.\n",
      "main.tf:4: Found a shorter version (136 → 72 bytes, 2 → 1 operator), but this file cannot hold it in place. Use a string, or a file of its own.\n",
    ]);
    expect(folder.read("main.tf")).toContain(`filter = ${JSON.stringify(shrunk)}`);
  });

  test.each([
    [["shrink"], "at least one file"],
    [["shrink", "-", "--write"], "not allowed"],
    [["shrink", "a", "--format", "xml"], "--format"],
  ])("refuses %j", async (args, message) => {
    using folder = new Folder();
    const { status, err } = await weir(folder, args);
    expect([status, err]).toEqual([2, expect.stringContaining(message)]);
  });
});
