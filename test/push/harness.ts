import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { credentialFor } from "../../server/src/api/credential.ts";
import { createEmulator, type Emulator } from "../../server/src/emulator/emulator.ts";
import { defaults } from "../../server/src/emulator/state/defaults.ts";
import type { Settings } from "../../server/src/emulator/state/settings.ts";
import { scopeAt } from "../../server/src/emulator/state/state.ts";
import type { ShellName } from "../../server/src/push/curl/shells.ts";
import { curlFor } from "../../server/src/push/curl.ts";
import { deleteResources } from "../../server/src/push/delete.ts";
import { diff } from "../../server/src/push/diff.ts";
import type { Plan, Result } from "../../server/src/push/plan/plan.ts";
import { pull } from "../../server/src/push/pull.ts";
import { type PushOptions, push } from "../../server/src/push/push.ts";
import type { Conversation } from "../../server/src/push/session/conversation.ts";
import { openSession } from "../../server/src/push/session/open-session.ts";
import type { PushChoices, Session } from "../../server/src/push/session/session.ts";
import type { RulesTarget } from "../../server/src/workspace/config/config.ts";
import { type LockEntry, readLock } from "../../server/src/workspace/lock/lock.ts";
import { mutexName } from "../../server/src/workspace/lock/lock-file.ts";
import { Workspace } from "../../server/src/workspace/workspace.ts";
import { Folder } from "../support/programs/cli.ts";

export const baseUrl = "http://127.0.0.1:8787/client/v4";

export interface HarnessOptions {
  readonly files?: Readonly<Record<string, string>>;
  readonly rulesTarget?: RulesTarget;
  readonly settings?: Partial<Settings>;
  readonly env?: Readonly<Record<string, string>>;
  /** The service of another harness: two clones of one repository. */
  readonly emulator?: Emulator;
}

/** The answers of the user. */
export interface Answers {
  readonly confirm?: "yes" | "no" | "unavailable";
  readonly choose?: number;
}

/** A workspace in a temporary folder and the service in memory, without delays. */
export class Harness implements Disposable {
  readonly folder: Folder;
  readonly emulator: Emulator;
  /** Every request that reached the service, as `POST /filters`. */
  readonly requests: string[] = [];
  /** The bodies of these requests, if they have one. */
  readonly bodies: (readonly [request: string, body: unknown])[] = [];
  readonly plans: Plan[] = [];
  readonly questions: string[] = [];
  /** About the answers of the questions. */
  readonly details: string[] = [];
  env: Readonly<Record<string, string>>;
  answers: Answers = { confirm: "yes" };
  /** The deadlines of all requests, some of which are concurrent. */
  private deadlines: AbortController[] = [];

  constructor({ files = {}, rulesTarget, settings, env = {}, emulator }: HarnessOptions = {}) {
    this.folder = new Folder({ "weir.json": weirJson(rulesTarget), ...files });
    this.env = env;
    this.emulator =
      emulator ??
      createEmulator({
        now: () => new Date(Date.UTC(2026, 0, 1)),
        ...(settings ? { settings } : undefined),
        // Waiting for the service ends immediately.
        sleep: async (_milliseconds, signal) => {
          for (const it of this.deadlines.splice(0))
            it.abort(new DOMException("It takes too long.", "TimeoutError"));
          signal.throwIfAborted();
          return new Promise(() => {});
        },
      });
  }

  push(path: string, options: PushOptions = {}): Promise<Result> {
    return push(path, this.session(), options);
  }

  remove(path: string): Promise<Result> {
    return deleteResources(path, this.session(), {});
  }

  compare(path: string): Promise<Result> {
    return diff(path, this.session(), {});
  }

  pull(...paths: string[]): Promise<Result[]> {
    return pull(this.session(), { files: paths, folders: paths.length > 0 ? [] : [""] });
  }

  /** The commands to copy for a file. Nothing is sent. */
  async curl(path: string, choices: PushChoices = {}, shell: ShellName = "posix"): Promise<string> {
    const session = this.session();
    const credential = credentialFor(session.place.address.origin, this.env);
    return curlFor(path, session, { ...choices, credential, shell });
  }

  /** Runs before each request, with its number since the last `count`. */
  before: (number: number, request: string) => void | Promise<void> = () => {};
  private sent = 0;

  count(before: (number: number, request: string) => void | Promise<void>): void {
    this.before = before;
    this.sent = 0;
    this.kill = undefined;
    this.replaceResponse = (_, answer) => answer;
  }

  /** Replaces a response. Receives the number of its request, and the request in the format of `requests`. */
  replaceResponse: (
    number: number,
    answer: Response,
    request: string,
  ) => Response | Promise<Response> = (_, answer) => answer;

  /** The process ends at this request, before or after its effect: the response is lost. */
  private kill: { at: number; afterEffect: boolean; dead: () => void } | undefined;

  /** Resolves when the process has ended. */
  killAt(at: number, afterEffect: boolean): Promise<undefined> {
    return new Promise((resolve) => {
      this.kill = { at, afterEffect, dead: () => resolve(undefined) };
    });
  }

  /** Marks the process that holds the lock as ended. */
  private markHolderAsEnded(): void {
    const busy = join(this.folder.path, mutexName);
    if (!existsSync(busy)) return;
    for (const name of readdirSync(busy))
      renameSync(join(busy, name), join(busy, name.replace(/\.\d+\./, ".99999999.")));
  }

  /** Returns a function that restores the current state of the workspace and the service. */
  rewinder(): () => void {
    const texts = this.files();
    const state = structuredClone(this.emulator.state);
    const { settings } = this.emulator;
    return () => {
      rmSync(join(this.folder.path, mutexName), { recursive: true, force: true });
      for (const name of this.files().keys())
        if (!texts.has(name)) rmSync(join(this.folder.path, name));
      for (const [name, text] of texts) this.folder.write(name, text);
      this.emulator.state = structuredClone(state);
      this.emulator.configure(settings);
      for (const list of [this.requests, this.plans, this.questions, this.details, this.deadlines])
        list.length = 0;
    };
  }

  /** All files of the folder with their texts. */
  private files(): Map<string, string> {
    const names = readdirSync(this.folder.path, { recursive: true, withFileTypes: true })
      .filter((it) => it.isFile())
      .map((it) => relative(this.folder.path, join(it.parentPath, it.name)));
    return new Map(names.map((it) => [it, this.folder.read(it)]));
  }

  /** Deletes the file and its lock entry, but not its resource on the service. */
  forget(path: string): void {
    this.session().lock.remove(path, "local");
    rmSync(join(this.folder.path, path));
  }

  rename(from: string, to: string): void {
    this.write(to, this.folder.read(from));
    rmSync(join(this.folder.path, from));
  }

  /** Changes the first job externally. */
  change(_kind: "jobs", changes: Readonly<Record<string, unknown>>): void {
    const [job] = this.zone.jobs.values();
    if (!job) throw new Error("There is no job.");
    const output = { ...(job.output_options as object), ...(changes.output_options as object) };
    this.zone.jobs.set(job.id, { ...job, ...changes, output_options: output });
  }

  /** The state of the service, without values that differ from run to run. */
  snapshot(): string {
    const { jobs, filters, rules } = this.zone;
    const lines = [
      ...[...jobs.values()].map(({ id: _id, ...it }) => `job ${JSON.stringify(sorted(it))}`),
      ...[...filters.values()].map(({ id: _id, ...it }) => `filter ${JSON.stringify(sorted(it))}`),
      ...[...rules.values()].map(({ id: _id, filter, ...it }) => {
        const expression = filters.get(filter)?.expression;
        return `rule ${JSON.stringify(sorted({ ...it, expression }))}`;
      }),
      ...this.rulesetRules.map(
        ({ id: _id, ref: _ref, version: _version, last_updated: _time, ...it }) =>
          `ruleset rule ${JSON.stringify(sorted(it))}`,
      ),
    ];
    return lines.sort().join("\n");
  }

  write(path: string, text: string): void {
    this.folder.write(path, text);
  }

  /** The lock entry of a file, if any. */
  entry(path: string, profile = "local"): LockEntry | undefined {
    const lock = readLock(this.lockText() || '{ "version": 1, "resources": {} }');
    if ("damage" in lock) throw new Error(String(lock.damage));
    return lock[path]?.[profile];
  }

  lockText(): string {
    try {
      return readFileSync(join(this.folder.path, "weir.lock.json"), "utf8");
    } catch {
      return "";
    }
  }

  get zone() {
    return this.scope("zones", defaults.zone);
  }

  get account() {
    return this.scope("accounts", defaults.account);
  }

  /** The rules of the zone's rulesets. */
  get rulesetRules() {
    return [...this.zone.rulesets.values()].flatMap((it) => it.rules);
  }

  session(): Session {
    const workspace = new Workspace(readOptional);
    const path = `${this.folder.path.replaceAll("\\", "/")}/any`;
    const config = workspace.configFor(path);
    if (!config) throw new Error("There is no weir.json.");
    return openSession({
      config,
      profile: undefined,
      env: this.env,
      conversation: this.conversation,
      workspace,
      fetch: async (input, init) => {
        const { pathname } = new URL(String(input));
        const shown = pathname.replace(/^\/client\/v4\/(zones|accounts)\/\w+/, "");
        const request = `${init?.method} ${shown}`;
        this.requests.push(request);
        if (typeof init?.body === "string" && /^[[{]/.test(init.body))
          this.bodies.push([request, JSON.parse(init.body)]);
        const number = this.sent++;
        await this.before(number, request);
        const { kill } = this;
        if (kill?.at !== number)
          return this.replaceResponse(number, await this.emulator.fetch(input, init), request);
        if (kill.afterEffect) await this.emulator.fetch(input, init);
        this.markHolderAsEnded();
        kill.dead();
        return new Promise<never>(() => {});
      },
      patience: { attempts: 1, sleep: async () => {} },
      deadline: () => {
        const deadline = new AbortController();
        this.deadlines.push(deadline);
        return deadline.signal;
      },
    });
  }

  [Symbol.dispose](): void {
    this.folder[Symbol.dispose]();
  }

  private scope(kind: "zones" | "accounts", id: string) {
    const scope = scopeAt(this.emulator.state, kind, id);
    if (!scope) throw new Error("The emulator has no such scope.");
    return scope;
  }

  private get conversation(): Conversation {
    return {
      show: (plan) => void this.plans.push(plan),
      confirm: async (plan) => {
        this.plans.push(plan);
        return this.answers.confirm ?? "yes";
      },
      choose: async (question, choices, about) => {
        this.questions.push(`${question} ${choices.join(" | ")}`);
        this.details.push(...(about?.details ?? []));
        return this.answers.choose;
      },
      progress: () => {},
    };
  }
}

function sorted(record: object): object {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function weirJson(rulesTarget: RulesTarget = "firewall-rules"): string {
  const { zone, account } = defaults;
  const local = { baseUrl, zone, account, rulesTarget };
  return JSON.stringify({ defaultProfile: "local", profiles: { local } });
}

function readOptional(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
