import { mostFindings, type Severity } from "../../core/diagnostic.ts";
import { parseJson } from "../../json/syntax/parse.ts";
import type { SyntaxProblem } from "../../json/syntax/problems.ts";
import {
  type JsonObject,
  type JsonString,
  type JsonValue,
  propertyOf,
} from "../../json/syntax/tree.ts";
import {
  datasets,
  type FileContext,
  type FormatChoices,
  isRuleFieldType,
  listKinds,
  logFieldTypes,
  type OperatorSpelling,
  planNames,
  type RulesTarget,
  serviceLimits,
  summaries,
} from "../../languages.ts";
import { shorten } from "../../text/shorten.ts";
import { globCost } from "./glob.ts";
import { profileProblems } from "./profile-problems.ts";
import { type Form, Reader, type Setting, type Shape, type Word } from "./shape.ts";

export type { RulesTarget } from "../../languages.ts";

/** What a `weir.json` says. Every key is optional. */
export interface Config {
  /** Globs, relative to the folder of the file, and the dataset of the filters they match. The last match counts. */
  readonly datasets: readonly (readonly [glob: string, dataset: string])[];
  readonly severity: FileContext["severity"];
  readonly limits: Partial<FileContext["limits"]>;
  readonly fields: FileContext["extraFields"];
  readonly lists: readonly string[] | undefined;
  /** What lists hold, where the setting `lists` says it. */
  readonly listKinds: Readonly<Record<string, string>> | undefined;
  readonly plan: string | undefined;
  readonly format: FormatChoices;
  readonly defaultProfile: string | undefined;
  readonly profiles: Readonly<Record<string, Profile>>;
}

/** A place to push to. */
export interface Profile {
  /** Without it, the public host. */
  readonly baseUrl?: string;
  readonly zone?: string;
  readonly account?: string;
  readonly rulesTarget?: RulesTarget;
}

export interface ReadConfig {
  readonly config: Config;
  /** What could not be taken. The rest of the file counts all the same. */
  readonly problems: readonly SyntaxProblem[];
  /** Why some of its profiles cannot be used. */
  readonly unusable: readonly SyntaxProblem[];
}

export const emptyConfig: Config = {
  datasets: [],
  severity: {},
  limits: {},
  fields: {},
  lists: undefined,
  listKinds: undefined,
  plan: undefined,
  format: {},
  defaultProfile: undefined,
  profiles: {},
};

/** Becomes a part of paths. */
const identifier: Form = {
  kind: "form",
  what: "an identifier: letters, digits, '-' and '_'",
  pattern: /^[A-Za-z0-9_-]+$/,
};

/** Letter case and white space do not matter. That each '<' has its '>' is more than a pattern can say. */
const ruleFieldType: Form = {
  kind: "form",
  what: 'a type, such as "String" or "Array<Integer>"',
  pattern:
    /^\s*((array|map)\s*<\s*)*(bool|boolean|int|integer|number|string|bytes|ip|ip\s+address)(\s*>)*\s*$/i,
  takes: (text) => isRuleFieldType(text),
  common: ["Boolean", "Integer", "String", "IP", "Array<String>", "Map<Array<String>>"],
};

/** Every setting, with what it means and takes. */
export const settings: Readonly<Record<Exclude<keyof Config, "listKinds"> | "$schema", Setting>> = {
  $schema: { doc: "The schema that editors read this file by.", shape: { kind: "text" } },
  datasets: {
    doc: "The dataset of filters, by glob. Globs are relative to this folder, and the last match counts. A filter's own `// @dataset NAME` counts more.",
    shape: {
      kind: "named",
      of: { kind: "word", words: datasets.map(({ name, about }) => ({ name, doc: about })) },
      noEmptyName: "An empty glob matches no file. Write one, such as 'filters/**'.",
      ordered: true,
    },
  },
  severity: {
    doc: "How loud each diagnostic is. `weir explain` lists them.",
    shape: { kind: "settings", settings: severitySettings() },
  },
  limits: {
    doc: "What the service takes in a log push filter. Its own numbers are approximate.",
    shape: { kind: "settings", settings: limitSettings() },
  },
  fields: {
    doc: "Fields that are newer than Weir's catalogue, by dataset, or under `rules` for rule expressions, as name and type.",
    shape: { kind: "settings", settings: fieldSettings() },
  },
  lists: {
    doc: 'The names of your lists, without `$`: an array, or an object with the kind of each, as in `{ "office_ips": "ip" }`. Without this setting no list is ever called unknown.',
    shape: {
      kind: "list",
      of: { kind: "text" },
      what: "a list of strings, or an object of names and kinds",
      named: { kind: "named", of: { kind: "word", words: listKinds } },
    },
  },
  plan: {
    doc: "The plan of your zones. Without it nothing is said about plans.",
    shape: { kind: "word", words: planNames.map((name) => ({ name })) },
  },
  format: {
    doc: "How files are laid out.",
    shape: { kind: "settings", settings: formatSettings() },
  },
  defaultProfile: {
    doc: "The profile that counts when a push names none.",
    shape: { kind: "text" },
  },
  profiles: {
    doc: "Places to push to, by names of your own. Credentials are never written here: they come from the environment or from your editor's secret store, and go to their own host alone.",
    shape: { kind: "named", of: { kind: "settings", settings: profileSettings() } },
  },
};

function severitySettings(): Readonly<Record<string, Setting>> {
  const words: Readonly<Record<Severity | "off", string>> = {
    error: "Stops a push, and `weir check` ends with 1.",
    warning: "Probably a mistake.",
    info: "Worth knowing.",
    hint: "A doubt, or a matter of style.",
    off: "Is not said at all.",
  };
  const shape: Shape = {
    kind: "word",
    words: Object.entries(words).map(([name, doc]) => ({ name, doc })),
  };
  return Object.fromEntries(Object.entries(summaries).map(([code, doc]) => [code, { doc, shape }]));
}

function limitSettings(): Readonly<Record<keyof FileContext["limits"], Setting>> {
  const { operators, bytes } = serviceLimits;
  return {
    operators: { doc: "Conditions in a filter.", shape: { kind: "count" }, usual: operators },
    bytes: { doc: "Bytes of a filter as it is pushed.", shape: { kind: "count" }, usual: bytes },
  };
}

function formatSettings(): Readonly<Record<keyof FormatChoices, Setting>> {
  const words: Readonly<Record<OperatorSpelling, string>> = {
    "as-written": "Operators keep the spelling that their author chose.",
    english: "`and`, `not`, `eq` and the like.",
    "c-like": "`&&`, `!`, `==` and the like.",
  };
  return {
    operators: {
      doc: "How formatting spells the operators of rule expressions. The engine reads both alike.",
      shape: { kind: "word", words: Object.entries(words).map(([name, doc]) => ({ name, doc })) },
      usual: "as-written",
    },
  };
}

function fieldSettings(): Readonly<Record<string, Setting>> {
  const words: readonly Word[] = logFieldTypes.map((name) => ({ name }));
  const ofLogs: Shape = { kind: "named", of: { kind: "word", words } };
  const rules = { doc: "Fields of rule expressions.", shape: { kind: "named", of: ruleFieldType } };
  return {
    ...Object.fromEntries(
      datasets.map(({ name, about }) => [name, { doc: about, shape: ofLogs }] as const),
    ),
    rules: rules as Setting,
  };
}

function profileSettings(): Readonly<Record<keyof Profile, Setting>> {
  const targets: Readonly<Record<RulesTarget, string>> = {
    "firewall-rules": "Filters and the rules that refer to them.",
    rulesets: "Their successor, which the public host has.",
  };
  return {
    baseUrl: {
      doc: "The address of the service, with `https`; plain `http` is for this machine alone. Without it, the public host.",
      shape: { kind: "text" },
    },
    zone: {
      doc: "The zone of rules, and of jobs whose dataset belongs to zones.",
      shape: identifier,
    },
    account: { doc: "The account of jobs whose dataset belongs to accounts.", shape: identifier },
    rulesTarget: {
      doc: "Which interface of the service rules go to. Without it, `rulesets` at the public host and `firewall-rules` elsewhere.",
      shape: {
        kind: "word",
        words: Object.entries(targets).map(([name, doc]) => ({ name, doc })),
      },
    },
  };
}

/** Never throws, and takes every part of the file that it can. */
export function readConfig(text: string): ReadConfig {
  const json = parseJson(text);
  const reader = new Reader(text, [...json.errors]);
  const taken = json.root && reader.take(json.root, { kind: "settings", settings });
  const { $schema: _, ...found } = (taken ?? {}) as Partial<Config> & { $schema?: string };
  const config: Config = { ...emptyConfig, ...found, ...listsIn(json.root, found.lists) };
  if (json.root?.kind !== "object") return { config, problems: reader.problems, unusable: [] };
  noteDefaultProfile(json.root, config, reader);
  const datasets = usedGlobs(json.root, config, reader);
  const unusable = profileProblems(json.root).slice(0, mostFindings);
  return { config: { ...config, datasets }, problems: reader.problems, unusable };
}

/** A thousand globs with folders and stars in them cost less, and nobody writes those by hand. */
const mostGlobCost = 20_000;

/** All of them are matched with every file, so what is too much for that is told and left out. */
function usedGlobs(root: JsonObject, { datasets }: Config, reader: Reader): Config["datasets"] {
  let cost = 0;
  const end = datasets.findIndex(([glob]) => {
    cost += globCost(glob);
    return cost > mostGlobCost;
  });
  const written = propertyOf(root, "datasets")?.value;
  if (end === -1 || written?.kind !== "object") return datasets;
  const first = propertyOf(written, datasets[end]?.[0] ?? "");
  if (first) reader.note(first.name, tooManyGlobs);
  return datasets.slice(0, end);
}

const tooManyGlobs =
  "These are more globs than are matched with every file, and from this one on none is used. Write fewer that take more, such as 'gateway/**'.";

function noteDefaultProfile(root: JsonObject, { profiles }: Config, reader: Reader): void {
  const name = propertyOf(root, "defaultProfile")?.value;
  if (name?.kind !== "string" || Object.hasOwn(profiles, name.value)) return;
  reader.unknown(name, Object.keys(profiles), `There is no profile ${shorten(name.value)}.`);
}

/** A list is there whatever is wrong with its kind. */
function listsIn(root: JsonValue | undefined, taken: unknown): Pick<Config, "lists" | "listKinds"> {
  if (taken === undefined || Array.isArray(taken)) return { lists: taken, listKinds: undefined };
  const names = new Set(listNames(root).map((it) => it.value));
  return { lists: [...names], listKinds: taken as Config["listKinds"] };
}

/** The names in `lists`, with their places in the text. */
export function configLists(text: string): readonly ListNode[] {
  return listNames(parseJson(text).root);
}

type ListNode = Pick<JsonString, "start" | "end" | "value">;

function listNames(root: JsonValue | undefined): readonly ListNode[] {
  if (root?.kind !== "object") return [];
  const lists = root.properties.findLast((it) => it.name.value === "lists")?.value;
  if (lists?.kind === "object") return lists.properties.map((it) => it.name);
  return lists?.kind === "array" ? lists.items.filter((it) => it.kind === "string") : [];
}
