import { expect, test } from "vitest";
import { push } from "../../../server/src/cli/commands/push.ts";
import { randomOf } from "../../review/world.ts";
import { times } from "../../support/long.ts";
import { runCommand } from "../../support/programs/run-command.ts";
import { Harness } from "../harness.ts";

/** Rules with random positions, which are edited, deleted and moved on the service between pushes. */
class Positions {
  readonly lines = new Map<string, string>();
  readonly h = new Harness({ rulesTarget: "rulesets" });

  constructor(private readonly random: () => number) {}

  one<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.random() * items.length)] as Item;
  }

  edit(): void {
    const { lines, random, h } = this;
    for (let i = 0; i < 3; i++) {
      const fresh = [..."abcdefghij"].filter((it) => !lines.has(it));
      const isNew = lines.size < 2 || (lines.size < 7 && random() < 0.4);
      lines.set(this.one(isNew ? fresh : [...lines.keys()]), this.line());
    }
    if (random() < 0.25) lines.delete(this.one([...lines.keys()]));
    for (const it of h.zone.rulesets.values())
      if (random() < 0.2)
        h.zone.rulesets.set(it.id, { ...it, rules: it.rules.toSorted(() => random() - 0.5) });
    if (random() < 0.1) h.zone.rulesets.clear();
  }

  private line(): string {
    const other = this.one([...this.lines.keys(), "a"]);
    const numbers = ["first", "last", "2", "3", "5", "8"].map((it) => `position ${it}`);
    const references = [`before ${other}`, `after ${other}`, `after r${other}`];
    return this.one(["", "", ...references, ...references, ...numbers]);
  }

  write(): void {
    for (const path of this.h.session().files.list()) this.h.folder.remove(path);
    for (const [name, line] of this.lines) {
      const position = line === "" ? "" : `# @${line}\n`;
      const text = `# @action block\n# @ref r${name}\n${position}http.host eq "${name}"\n`;
      this.h.write(`${name}.cfrule`, text);
    }
  }

  order(): string {
    return this.h.rulesetRules.map((it) => String(it.ref).slice(1)).join("");
  }

  /** The rules that are not where their files want them. */
  misplaced(): readonly string[] {
    const order = this.order();
    return [...this.lines].flatMap(([name, line]) => {
      const [kind, value = ""] = line.split(" ");
      const [own, other] = [order.indexOf(name), order.indexOf(value.slice(-1))];
      const isFine =
        (kind === "before" && own < other) ||
        (kind === "after" && other >= 0 && other < own) ||
        (kind === "position" && this.isAt(own, value, order.length)) ||
        kind === "";
      return own >= 0 && isFine ? [] : [`${name} '${line}' in '${order}'`];
    });
  }

  private isAt(place: number, value: string, count: number): boolean {
    if (value === "first" || value === "last") return place === (value === "first" ? 0 : count - 1);
    // Numbers after the end are places at the end, in their order.
    const later = [...this.lines.values()].filter(
      (it) => it === "position last" || Number(it.replace("position ", "")) > Number(value),
    );
    const end = Math.min(Number(value), count);
    return place < end && place >= end - 1 - later.length;
  }
}

/** Empty if everything is as it should be. */
async function pushAndLook(seed: number): Promise<string> {
  const random = randomOf(seed + 1);
  const positions = new Positions(random);
  using h = positions.h;
  for (let round = 0; round < 4; round++) {
    positions.edit();
    positions.write();
    const before = positions.order();
    const args = ["--all", "--yes", "--overwrite", ...(random() < 0.7 ? ["--prune"] : [])];
    const first = await runCommand(h, push, args);
    const problems: string[] =
      first.status === 0
        ? [...positions.misplaced()]
        : before === positions.order()
          ? []
          : ["a refused push has sent something"];
    const second = await runCommand(h, push, args);
    const order = positions.order();
    if (/^(created|updated|deleted) /m.test(second.out))
      problems.push("the second push sends calls");
    if (problems.length > 0)
      return [`seed ${seed}`, ...problems, `${before} → ${order}`, first.out, second.out].join(
        "\n",
      );
    if (first.status !== 0) for (const it of positions.lines.keys()) positions.lines.set(it, "");
  }
  return "";
}

test("after a push of all rules, every position holds, and a second push sends nothing", async () => {
  const first = Number(process.env.WEIR_SEED ?? 0);
  for (let seed = first; seed < first + times(6, 400); seed++)
    expect(await pushAndLook(seed)).toBe("");
});
