import { manualUrl } from "../../../server/src/core/diagnostic.ts";
import { defaults } from "../../../server/src/emulator/state/defaults.ts";
import { allCodes } from "../../../server/src/languages.ts";
import { settings } from "../../../server/src/workspace/config/config.ts";
import type {
  Form,
  NamedValues,
  Setting,
  SettingShape,
  Settings,
} from "../../../server/src/workspace/config/shape.ts";
import {
  type KeywordShape,
  keywords,
  typeNames,
} from "../../../server/src/workspace/policies/keywords.ts";

type Schema = Readonly<Record<string, unknown>>;

/** The schema of `weir.json` for editors, generated from the rows that our own parser uses. */
export function weirSchema(): Schema {
  const shared = sharedShapes(settings);
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Weir settings",
    description: "The settings of a workspace of log push filters, jobs and rule expressions.",
    allowComments: true,
    allowTrailingCommas: true,
    defaultSnippets: snippets[""],
    ...schemaOf({ kind: "settings", settings }, shared, ""),
    definitions: {
      ...Object.fromEntries(
        [...shared].map(([shape, name]) => [name, schemaOf(shape, new Map(), name)]),
      ),
      schema: schemaOfSchemas(),
    },
  };
}

/** The schema of the JSON Schemas that policies may have. */
function schemaOfSchemas(): Schema {
  const rows = Object.entries(keywords).map(([name, { shape, doc }]) => [
    name,
    { description: doc.replaceAll("`", "'"), ...keywordSchemas[shape] },
  ]);
  const properties = Object.fromEntries(rows);
  return {
    anyOf: [{ type: "boolean" }, { type: "object", properties, additionalProperties: false }],
  };
}

const inner = { $ref: "#/definitions/schema" };
const names = { type: "array", items: { type: "string" } };
const type = { type: "string", enum: [...typeNames] };

const keywordSchemas: Readonly<Record<KeywordShape, Schema>> = {
  schema: inner,
  schemas: { type: "array", items: inner, minItems: 1 },
  named: { type: "object", additionalProperties: inner },
  patterns: { type: "object", additionalProperties: inner },
  "named-names": { type: "object", additionalProperties: names },
  names,
  types: { anyOf: [type, { type: "array", items: type, minItems: 1 }] },
  count: { type: "integer", minimum: 0 },
  number: { type: "number" },
  step: { type: "number", exclusiveMinimum: 0 },
  flag: { type: "boolean" },
  text: { type: "string" },
  pattern: { type: "string" },
  reference: { type: "string", pattern: "^#" },
  values: { type: "array" },
  value: {},
};

type Shared = ReadonlyMap<SettingShape, string>;

/** Schemas that several settings share, named after the setting in which they were found. */
function sharedShapes(settings: Settings): Shared {
  const found = new Map<SettingShape, string>();
  for (const [name, { shape }] of Object.entries(settings)) {
    if (shape.kind !== "settings") continue;
    const inside = Object.values(shape.settings).map((it) => it.shape);
    for (const it of inside)
      if (inside.filter((other) => other === it).length > 2) found.set(it, name);
  }
  return found;
}

function schemaOf(shape: SettingShape, shared: Shared, name: string): Schema {
  switch (shape.kind) {
    case "text":
      return { type: "string" };
    case "glob":
      return { type: "string", minLength: 1 };
    case "form":
      return formSchema(shape);
    case "word":
      return {
        type: "string",
        enum: shape.words.map((it) => it.name),
        ...(shape.words.some((it) => it.doc !== undefined) && {
          markdownEnumDescriptions: shape.words.map((it) => it.doc ?? ""),
        }),
      };
    case "scalar":
      return { anyOf: [{ type: "string" }, { type: "integer" }] };
    case "count":
      return { type: "integer", minimum: 1 };
    case "amount":
      return { type: "number", minimum: 0 };
    case "flag":
      return { type: "boolean" };
    case "schema":
      return { $ref: "#/definitions/schema" };
    case "either":
      return {
        anyOf: [schemaOf(shape.short, shared, name), schemaOf(shape.object, shared, name)],
      };
    case "list":
      return listSchema(shape, shared, name);
    case "named":
      return namedSchema(shape, shared, name);
    case "settings":
      return {
        type: "object",
        properties: Object.fromEntries(
          Object.entries(shape.settings).map(([it, setting]) => [
            it,
            settingSchema(it, setting, shared),
          ]),
        ),
        additionalProperties: false,
        ...(shape.required && { required: [...shape.required] }),
      };
  }
}

function listSchema(shape: SettingShape & { kind: "list" }, shared: Shared, name: string): Schema {
  const list = { type: "array", items: schemaOf(shape.of, shared, name) };
  if (shape.single) return { anyOf: [list.items, list] };
  return shape.named ? { anyOf: [list, namedSchema(shape.named, shared, name)] } : list;
}

function namedSchema({ of, byGlob }: NamedValues, shared: Shared, name: string): Schema {
  return {
    type: "object",
    ...(byGlob && { propertyNames: { minLength: 1 } }),
    additionalProperties: { ...schemaOf(of, shared, name), ...withSnippets(`${name}.*`) },
  };
}

/** Schemas have no regex flags, so each letter matches both cases explicitly. */
function formSchema({ pattern, common }: Form): Schema {
  const written = pattern.flags.includes("i")
    ? pattern.source.replace(
        /(\\.)|([a-z])/g,
        (_, escaped, letter) => escaped ?? `[${letter.toUpperCase()}${letter}]`,
      )
    : pattern.source;
  const schema = { type: "string", pattern: written };
  return common ? { anyOf: [{ type: "string", enum: common }, schema] } : schema;
}

function settingSchema(name: string, setting: Setting, shared: Shared): Schema {
  const { doc, shape, usual } = setting;
  const known = referenceTo(setting, shared);
  const page = allCodes.includes(name) ? ` [More…](${manualUrl(name)})` : "";
  const plain = doc.replaceAll("`", "'");
  const marked = doc + page;
  return {
    description: plain,
    ...(marked === plain ? undefined : { markdownDescription: marked }),
    ...(known === undefined ? schemaOf(shape, shared, name) : { $ref: known }),
    ...(usual === undefined ? undefined : { default: usual }),
    ...withSnippets(name),
  };
}

/** The place of a setting's schema, if it is the schema of another one. */
function referenceTo(setting: Setting, shared: Shared): string | undefined {
  const { shape } = setting;
  const name = shared.get(shape);
  if (name !== undefined) return `#/definitions/${name}`;
  const outer = Object.entries(settings).find(([, it]) => it.shape === shape && it !== setting);
  return outer && `#/properties/${outer[0]}`;
}

function withSnippets(name: string): Schema {
  const found = snippets[name];
  return found ? { defaultSnippets: found } : {};
}

interface Snippet {
  readonly label: string;
  readonly description?: string;
  readonly body: unknown;
}

/** A placeholder for the cursor, with its default text. */
function stop(number: number, text: string): string {
  return `\${${number}:${text}}`;
}

const local = {
  baseUrl: "http://127.0.0.1:8787/client/v4",
  zone: defaults.zone,
  account: defaults.account,
  rulesTarget: "firewall-rules",
};
const publicHost = { zone: stop(1, "zone"), account: stop(2, "account"), rulesTarget: "rulesets" };

/** Snippets that editors offer, by setting; the name of the whole file is empty. */
const snippets: Readonly<Record<string, readonly Snippet[]>> = {
  "": [
    {
      label: "Settings with the emulator as the place to push to",
      body: {
        datasets: { [stop(1, "filters/**/*.lpfilter")]: stop(2, "http_requests") },
        defaultProfile: "local",
        profiles: { local },
      },
    },
  ],
  datasets: [
    {
      label: "A folder and its dataset",
      body: { [stop(1, "filters/**/*.lpfilter")]: stop(2, "http_requests") },
    },
  ],
  profiles: [
    { label: "The emulator on this machine", body: { local } },
    { label: "The public host", body: { production: publicHost } },
  ],
  "profiles.*": [
    { label: "The emulator on this machine", body: local },
    { label: "The public host", body: publicHost },
  ],
  overrides: [
    {
      label: "Fewer diagnostics in a folder",
      body: [{ files: stop(1, "legacy/**"), severity: { [stop(2, "regex-dot")]: "off" } }],
    },
  ],
  exclude: [{ label: "A folder", body: [stop(1, "generated/**")] }],
  limits: [{ label: "Both limits, as the service has them", body: { operators: 30, bytes: 1000 } }],
  lists: [
    { label: "One list", body: [stop(1, "office_ips")] },
    {
      label: "A list with its items",
      body: { [stop(1, "office_ips")]: { kind: "ip", items: [stop(2, "198.51.100.0/24")] } },
    },
  ],
  fields: [
    {
      label: "A field of a dataset",
      body: { http_requests: { [stop(1, "BrandNewField")]: "string" } },
    },
    { label: "A field of rules", body: { rules: { [stop(1, "cf.brand.new")]: "String" } } },
  ],
};
