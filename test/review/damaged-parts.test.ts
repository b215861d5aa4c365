import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { times } from "../support/long.ts";
import { Folder, weir } from "../support/programs/cli.ts";
import {
  asPlan,
  type Bodies,
  changes,
  damaged,
  damages,
  formats,
  isAnotherConfiguration,
  type Parent,
  pathsIn,
} from "./parts.ts";

/**
 * A change opens what was blocked, and a request is blocked. No part that is missing, empty, of another type or not known makes the change
 * look allowed, the request look open, or a test pass that expects that.
 */

const request = "GET https://shop.example.com/admin ip.src=192.0.2.1";
const isOpen = `rules: [NAME]
tests:
  - request: GET https://shop.example.com/admin
    set: { ip.src: 192.0.2.1 }
    expect: { outcome: origin }
`;

async function reviewed(format: string, before: Bodies, after: Bodies) {
  const [name, textOf] = formats[format] ?? [];
  using folder = new Folder(
    name && textOf
      ? { [`before/${name}`]: textOf(before), [`after/${name}`]: textOf(after) }
      : { "plan.json": asPlan(before, after) },
  );
  const sides = name ? ["before", "after"] : ["plan.json"];
  return await weir(folder, ["review", ...sides, "--forbid", "block->allow"]);
}

async function checked(format: string, bodies: Bodies) {
  const [name = "plan.json", textOf = (it: Bodies) => asPlan(it, it)] = formats[format] ?? [];
  using folder = new Folder({ [name]: textOf(bodies) });
  return await weir(folder, ["check", name]);
}

/** The results for a request through one side: of a trace, and of a test that expects that it is not blocked. */
async function traced(format: string, bodies: Bodies) {
  const [name = "plan.json", textOf = (it: Bodies) => asPlan(it, it)] = formats[format] ?? [];
  using folder = new Folder({
    [name]: textOf(bodies),
    "a.trace.yaml": isOpen.replace("NAME", name),
  });
  const words = ["trace", name, "--request", request, "--format", "json"];
  const trace = await weir(folder, words);
  const tested = await weir(folder, ["test", "a.trace.yaml"]);
  const kind = trace.status === 0 ? JSON.parse(trace.out).outcome.kind : "not certain";
  return {
    kind,
    tested: tested.status,
    shown: `${trace.out}${trace.err}${tested.out}${tested.err}`,
  };
}

const cases = Object.keys(changes).flatMap((change) =>
  [...Object.keys(formats), "a plan"]
    // A file of octorules is about one zone.
    .filter((format) => format !== "octorules" || change === "a rule that is removed")
    .map((format) => [change, format] as const),
);

describe.each(cases)("%s: %s", (change, format) => {
  const sides = [true, false].map((it) => changes[change]?.(it) ?? []);
  const [before = [], after = []] = sides;
  // The resources themselves are resources of the API, or of Terraform.
  const all = sides.flatMap((bodies, side) =>
    pathsIn(bodies)
      .filter((it) => it.length > 2)
      .flatMap((path) => Object.keys(damages).map((damage) => ({ side, path, damage }))),
  );
  const relevant = all.filter((it) => it.side === 1 || !isAnotherConfiguration(it.path, it.damage));
  const runs = { seed: 20_261_119, numRuns: times(8, 300) };

  test("the whole change is forbidden, and the request is blocked", async () => {
    expect((await reviewed(format, before, after)).status).toBe(1);
    expect(await traced(format, before)).toMatchObject({ kind: "block", tested: 1 });
  });

  test("no damage hides the change", async () => {
    const property = async ({ side, path, damage }: (typeof all)[number]) => {
      const less = damaged(sides[side] ?? [], path, damage);
      const both = side === 0 ? ([less, after] as const) : ([before, less] as const);
      const { status, out, err } = await reviewed(format, ...both);
      const where = `${path.join(".")} of side ${side} is ${damage}\n${out}${err}`;
      expect([1, 2], where).toContain(status);
    };
    await fc.assert(fc.asyncProperty(fc.constantFrom(...relevant), property), runs);
  });

  // In YAML, rules are checked in files of octorules.
  const isChecked = format !== "YAML";
  test(`no damage of another part hides an error${isChecked ? "" : ": not in YAML"}`, async () => {
    const mistaken = JSON.parse(JSON.stringify(before).replace('"ssl"', '"http.hots eq 7"'));
    const isOther = ({ path }: (typeof all)[number]) => {
      let at: unknown = mistaken;
      for (const name of path) at = (at as Parent)[name];
      return !JSON.stringify(at).includes("http.hots");
    };
    const property = async ({ path, damage }: (typeof all)[number]) => {
      const { status, out, err } = await checked(format, damaged(mistaken, path, damage));
      const where = `${path.join(".")} is ${damage}\n${out}${err}`;
      expect(status === 0 ? out : out + err, where).toMatch(
        status === 0 ? /not checked|^No filter, rule or job found/ : /http.hots|host-syntax/,
      );
    };
    const others = all.filter((it) => it.side === 0 && isOther(it));
    await fc.assert(fc.asyncProperty(fc.constantFrom(...others), property), runs);
  });

  test("no damage opens the request", async () => {
    const protecting = relevant.filter((it) => it.side === 0);
    const property = async ({ path, damage }: (typeof all)[number]) => {
      const { kind, tested, shown } = await traced(format, damaged(before, path, damage));
      const where = `${path.join(".")} is ${damage}\n${shown}`;
      expect(["block", "not certain"], where).toContain(kind);
      expect([1, 2], where).toContain(tested);
    };
    await fc.assert(fc.asyncProperty(fc.constantFrom(...protecting), property), runs);
  });
});
