import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createEmulator } from "../../server/src/emulator/emulator.ts";
import { routes } from "../../server/src/emulator/routes.ts";
import { clientOf } from "../support/programs/emulator.ts";
import { calls, prepared } from "./official-calls.ts";

describe("the official client drives every call", () => {
  test("that there is", () => {
    const all = routes.map(([method, path]) => `${method} ${path}`);
    expect(Object.keys(calls).sort()).toEqual(all.sort());
  });

  test.each(Object.entries(calls))("%s", async (route, call) => {
    const emulator = createEmulator();
    const seen: string[] = [];
    const client = clientOf({
      fetch: (input, init) => {
        const { pathname } = new URL(input instanceof Request ? input.url : input);
        seen.push(`${init?.method?.toUpperCase()} ${pathname}`);
        return emulator.fetch(input, init);
      },
    });
    const context = await prepared(client, route);
    await call(context);
    const [method, path = ""] = route.split(" ");
    const pattern = new RegExp(`^${method} /client/v4${path.replace(/:\w+/g, "[^/]+")}$`);
    expect(seen.at(-1)).toMatch(pattern);
  });
});

test("one file opens a socket", () => {
  const folder = join(import.meta.dirname, "../../server/src/emulator");
  const opens = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((it) => it.endsWith(".ts"))
    .filter((it) =>
      /from "(node:(http|https|http2|net|tls|dgram)|@hono\/node-server)"/.test(
        readFileSync(join(folder, it), "utf8").replace(/^import type .*$/gm, ""),
      ),
    );
  expect(opens).toEqual(["listen.ts"]);
});
