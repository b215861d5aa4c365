import { describe, expect, test } from "vitest";
import { Folder, weir } from "../support/programs/cli.ts";

const fine = '{ "where": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" } }\n';
const ugly = '{"where":{"key":"ClientIP","operator":"eq","value":"192.0.2.1"}}';
const wrong = '{ "were": 1 }\n';
const huge = new Uint8Array(16 * 1024 * 1024 + 1).fill(0x20);
const utf16 = Uint8Array.of(0xff, 0xfe, 0x7b, 0x00);
const utf16Big = Uint8Array.of(0xfe, 0xff, 0x00, 0x7b);

/** Errors are reported in one line with advice, and have a different exit code than problems found. */
test.each<[args: string, status: number, says: string]>([
  ["chek", 2, "Unknown command 'chek'. Did you mean 'check'?"],
  ["zzzzzz", 2, "Unknown command 'zzzzzz'. Run 'weir --help' to list the commands."],
  ["check --fixx", 2, "Unknown option '--fixx'. Did you mean '--fix'?"],
  ["check --qqqqqqq", 2, "Unknown option '--qqqqqqq'."],
  ["check --dataset", 2, "'--dataset'"],
  ["check --dataset dns_log", 2, "Unknown dataset 'dns_log'. Did you mean 'dns_logs'?"],
  ["check --dataset zzzzzzzz", 2, "Unknown dataset 'zzzzzzzz'."],
  ["check - --fix --stdin-filename a.lpfilter", 2, "--fix"],
  ["check - --stdin-filename a.txt", 2, "a.txt"],
  ["check huge.lpfilter", 2, "the limit is 16 MB."],
  ["check utf16.lpfilter", 2, "UTF-16"],
  ["check big.lpfilter", 2, "UTF-16"],
  ["check nothing.lpfilter", 2, "nothing.lpfilter"],
  ["fmt - a.lpfilter --stdin-filename a.lpfilter", 2, "'-' formats standard input"],
  ["fmt huge.lpfilter", 2, "the limit is 16 MB."],
  ["fmt nothing.lpfilter", 2, "nothing.lpfilter"],
  ["fmt --check ugly.lpfilter", 1, "ugly.lpfilter"],
  ["init here", 2, "'weir init' does not take paths: it writes to this folder."],
  ["explain a b", 2, "'weir explain' accepts one code."],
  ["explain missing-wher", 2, "Did you mean 'missing-where'?"],
  ["explain zzzzzzzz", 2, "Unknown diagnostic 'zzzzzzzz'. Run 'weir explain' to list them all."],
  ["lsp", 2, "--stdio"],
  ["lsp --carrier-pigeon", 2, "--stdio"],
  ["emulator --zone a/b", 2, "--zone"],
])("weir %s exits with %i", async (args, status, says) => {
  using folder = new Folder({
    "a.lpfilter": fine,
    "ugly.lpfilter": ugly,
    "huge.lpfilter": huge,
    "utf16.lpfilter": utf16,
    "big.lpfilter": utf16Big,
  });
  const done = await weir(folder, args.split(" "), fine);
  expect(done.status).toBe(status);
  expect(done.out + done.err).toContain(says);
});

describe("standard input", () => {
  const named = ["-", "--stdin-filename", "a.lpfilter"];

  test("is formatted to standard output, or only checked", async () => {
    using folder = new Folder();
    const formatted = await weir(folder, ["fmt", ...named], ugly);
    expect(formatted.status).toBe(0);
    expect(JSON.parse(formatted.out)).toEqual(JSON.parse(ugly));
    expect(await weir(folder, ["fmt", "--check", ...named], ugly)).toMatchObject({
      status: 1,
      out: "",
    });
    expect(await weir(folder, ["fmt", "--check", ...named], formatted.out)).toMatchObject({
      status: 0,
      out: "",
    });
  });

  test.each(["check", "fmt"])("that is too long is not parsed: %s", async (command) => {
    using folder = new Folder();
    const done = await weir(folder, [command, ...named], " ".repeat(huge.length));
    expect(done.status).toBe(2);
    expect(done.out + done.err).toContain("Standard input exceeds the limit of 16 MB.");
  });
});

describe("the formats of a report", () => {
  test.each(["pretty", "json", "sarif", "github"])(
    "%s reports a file that cannot be read",
    async (format) => {
      using folder = new Folder({
        "huge.lpfilter": huge,
        "wrong.lpfilter": wrong,
        "a.lpfilter": fine,
      });
      const { status, out, err } = await weir(folder, ["check", "--format", format]);
      expect(status).toBe(2);
      expect(out + err).toContain("the limit is 16 MB.");
      expect(out).toContain("missing-where");
    },
  );
});
