// docs/assistants.md documents how to start the server, and its tools.
import { expect, test } from "vitest";
import { tools } from "../../server/src/mcp/tools/all.ts";
import { blocksOf, pageText } from "./markdown.ts";
import { readToml } from "./toml.ts";

const configurations = blocksOf("docs/assistants.md").filter((it) => it.info !== "text");

test.each(configurations.map((it) => [it.info, it.line, it.text] as const))(
  "the configuration in %s at line %i starts the server",
  (info, _, text) => {
    const [servers] = Object.values(info === "toml" ? readToml(text) : JSON.parse(text));
    expect(servers).toMatchObject({ weir: { command: "weir", args: ["mcp"] } });
  },
);

test("there is a configuration for each of them", () => {
  expect(configurations.map((it) => it.info)).toEqual(["json", "json", "json", "toml"]);
});

test("the table has every tool with its arguments", () => {
  const rows = [...pageText("docs/assistants.md").matchAll(/^\| `(\w+)` \| (`.*?) \|/gm)];
  const written = rows.map(([, name, args = ""]) => [name, names(args)]);
  expect(written).toEqual(
    tools.map(({ name, parameters }) => [name, Object.keys(parameters).sort()]),
  );
});

function names(args: string): string[] {
  return [...args.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name).sort();
}
