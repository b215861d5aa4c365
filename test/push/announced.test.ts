import { expect, test } from "vitest";
import { deleteCommand } from "../../server/src/cli/commands/delete.ts";
import { push } from "../../server/src/cli/commands/push.ts";
import { undo } from "../../server/src/cli/commands/undo.ts";
import type { Command } from "../../server/src/cli/io.ts";
import { deleteById } from "../../server/src/push/deleted/by-id.ts";
import { enableById } from "../../server/src/push/set-enabled.ts";
import { isSameCall } from "../../server/src/push/simulation/announcement.ts";
import { randomOf } from "../review/world.ts";
import { times } from "../support/long.ts";
import { runCommand } from "../support/programs/run-command.ts";
import { filter, job, rule } from "./faults/sequences.ts";
import { Harness } from "./harness.ts";

/** Random workspaces of rules, jobs and filters: each command sends the calls that it lists, in their order, and no others. */

const env = { LOGS_KEY: "hunter2-hunter2" };
const targets = ["firewall-rules", "rulesets"] as const;
const hosts = ["a.example", "b.example", "c.example"];

class Workspace {
  readonly h: Harness;
  private readonly sent: string[] = [];
  private readonly random: () => number;
  /** The problems, in words. */
  readonly problems: string[] = [];

  constructor(
    seed: number,
    private readonly target = targets[seed % 2] ?? "rulesets",
  ) {
    this.random = randomOf(seed + 1);
    this.h = new Harness({ env, rulesTarget: target });
    const answer = this.h.emulator.answer.bind(this.h.emulator);
    this.h.emulator.answer = (request) => {
      const { pathname, search } = new URL(request.url);
      const call = `${request.method} ${pathname.replace("/client/v4", "")}${search}`;
      if (request.method !== "GET") this.sent.push(call);
      return answer(request);
    };
  }

  chance(share: number): boolean {
    return this.random() < share;
  }

  one<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.random() * items.length)] as Item;
  }

  edit(): void {
    const path = this.one(["a.cfrule", "b.cfrule", "c.cfrule", "x.lpjob", "y.lpjob", "x.lpfilter"]);
    if (this.chance(0.2)) this.h.folder.remove(path);
    else this.h.write(path, this.textFor(path));
  }

  private textFor(path: string): string {
    if (path.endsWith(".lpfilter")) return filter(this.one(hosts));
    if (path.endsWith(".lpjob")) {
      const isOther = this.chance(0.2);
      const output_options = { field_names: isOther ? ["Action"] : ["RayID"] };
      const uses = this.h.session().files.exists("x.lpfilter") && !isOther;
      return job({
        name: path,
        ...{ dataset: isOther ? "firewall_events" : "http_requests", output_options },
        filter: uses && this.chance(0.7) ? "./x.lpfilter" : undefined,
        ...(this.chance(0.3) && { enabled: true }),
      });
    }
    const more = this.target === "rulesets" ? ["", "", "# @position first\n"] : [""];
    const action = this.one(["block", "log", "managed_challenge"]);
    return rule(`http.host eq "${this.one(hosts)}"`, action, this.one(more));
  }

  /** Something else on the service deletes a rule or a job. */
  interfere(): void {
    const { rules, jobs, rulesets } = this.h.zone;
    if (this.chance(0.5)) rules.delete(this.one([...rules.keys(), ""]));
    if (this.chance(0.3)) jobs.delete(this.one([...jobs.keys(), 0]));
    for (const it of rulesets.values())
      if (this.chance(0.4)) rulesets.set(it.id, { ...it, rules: it.rules.slice(1) });
  }

  /** Runs a command, and compares the calls that it has listed with those that were sent. */
  async weir(command: Command, ...args: readonly string[]): Promise<void> {
    this.sent.length = 0;
    const { said, status } = await runCommand(this.h, command, args);
    const failed = said.match(/^failed .*\n.*|.*bug in Weir.*|.*was not announced.*/gm) ?? [];
    this.compare(listedIn(said), args, failed.length > 0 || status !== 0 ? `status ${status}` : "");
    const bad = failed.filter((it) => /bug in Weir|not announced|changed since/.test(it));
    this.problems.push(...bad);
  }

  private compare(listed: readonly string[], what: unknown, note = ""): void {
    const { sent } = this;
    if (listed.length === sent.length && listed.every((it, i) => isSameCall(it, sent[i] ?? "")))
      return;
    this.problems.push(
      `${JSON.stringify(what)} ${note}\nlisted:\n${listed.join("\n")}\nsent:\n${sent.join("\n")}`,
    );
  }

  /** The plan in a file is carried out as it is, and as a whole. */
  async pushByPlan(...args: readonly string[]): Promise<void> {
    const { h } = this;
    const all = ["--all", ...args];
    const made = await runCommand(h, push, [...all, "--dry-run", "--out", "plan.json"]);
    if (made.status !== 0) return;
    const plan = JSON.parse(h.folder.read("plan.json"));
    this.sent.length = 0;
    const listed = plan.resources.flatMap((it: { calls: string[] }) => it.calls);
    const { said, status } = await runCommand(h, push, ["--plan", "plan.json", "--overwrite"]);
    h.folder.remove("plan.json");
    if (said.includes("does not confirm")) return;
    this.compare(listed, "--plan");
    if (status !== 0) this.problems.push(`--plan failed\n${said}`);
  }

  async byId(): Promise<void> {
    const { jobs, rules, filters } = this.h.zone;
    const ids = [...jobs.keys(), ...rules.keys(), ...filters.keys()].map(String);
    const id = this.one([...ids, "none"]);
    const session = this.h.session();
    for (const run of [
      (options: object) => enableById(id, this.chance(0.5), session, options),
      (options: object) => deleteById(id, session, options),
    ]) {
      this.sent.length = 0;
      this.h.plans.length = 0;
      await run({});
      this.compare(
        this.h.plans.flatMap((it) => it.calls),
        id,
      );
    }
  }

  async step(): Promise<void> {
    const paths = this.h.session().files.list();
    const edits = [1, 2, 3].slice(0, 1 + Math.floor(this.random() * 3));
    for (const _ of edits) this.edit();
    if (this.chance(0.15)) this.interfere();
    const kind = this.random();
    if (kind < 0.3) await this.weir(push, "--all", "--yes", "--overwrite");
    else if (kind < 0.5) await this.weir(push, "--all", "--yes", "--prune", "--overwrite");
    else if (kind < 0.65) await this.pushByPlan();
    else if (kind < 0.8) await this.weir(undo, "--yes");
    else if (kind < 0.85 && paths.length > 0) await this.weir(undo, this.one(paths), "--yes");
    else if (kind < 0.95 && paths.length > 0)
      await this.weir(deleteCommand, this.one(paths), this.one(paths), "--yes", "--overwrite");
    else await this.byId();
  }
}

/** The calls of plans in an output, without the calls of files that were refused. */
function listedIn(output: string): readonly string[] {
  const parts = output.split(/^(?=\S.* → local$)/m);
  return parts
    .filter((it) => !/^failed .*\n +Nothing was done/m.test(it))
    .flatMap((it) => it.match(/^ {2}(POST|PUT|PATCH|DELETE) .*$/gm) ?? [])
    .map((it) => it.trim());
}

test("each command sends the calls that it lists", async () => {
  const first = Number(process.env.WEIR_SEED ?? 0);
  for (let seed = first; seed < first + times(4, 1000); seed++) {
    const workspace = new Workspace(seed);
    using _h = workspace.h;
    for (let i = 0; i < 6; i++) await workspace.step();
    expect(workspace.problems, `seed ${seed}`).toEqual([]);
  }
});
