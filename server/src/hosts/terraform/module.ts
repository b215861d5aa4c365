import { parseJson } from "../../json/syntax/parse.ts";
import { readHcl } from "../hcl/read.ts";
import { valueOfJson } from "./data-functions.ts";
import type {
  Declarations,
  DeclaredCall,
  DeclaredResource,
  DeclaredVariable,
  Written,
} from "./declarations.ts";
import { evaluate } from "./evaluate.ts";
import { folderOf, mostLevels, relativePath, resolved, type TerraformFolders } from "./folders.ts";
import { overriddenCalls, overriddenParts } from "./overrides.ts";
import type { Budget } from "./values/budget.ts";
import { numberOf } from "./values/calculate.ts";
import { openElementsOf } from "./values/collection.ts";
import type { Environment } from "./values/environment.ts";
import { marked, marksOf } from "./values/marks.ts";
import { emptyByDefault, isEmpty, isMany, isNone, leftOut } from "./values/open.ts";
import { asType, typeOf } from "./values/types.ts";
import {
  alone,
  computed,
  list,
  type Marks,
  object,
  type Place,
  plain,
  type Scope,
  type Source,
  type Surroundings,
  stringOf,
  unknown,
  type Value,
  withNames,
} from "./values/value.ts";
import { valueOfWritten, wholeOf } from "./written.ts";

interface ModuleOptions {
  readonly folders: TerraformFolders;
  readonly budget: Budget;
  readonly folder: string;
  /** The folder that paths count from. */
  readonly root: string;
  /** A file whose text is known. */
  readonly own?: { readonly path: string; readonly text: string };
  /** Of a root module. */
  readonly environment?: Environment | undefined;
  /** The arguments of a call. Undefined for a root module, or one that is checked without its calls. */
  readonly given?: ReadonlyMap<string, Value>;
  /** As in `module.waf["eu"]`. Empty for a root module. */
  readonly address: string;
  /** Set if it is not called with the defaults of these marks. */
  readonly marks?: Marks | undefined;
  /** Set if it is not known how often it is called. */
  readonly isOpen?: boolean | undefined;
  /** Set for what is not created with its values, but may be with others. */
  readonly isOther?: boolean | undefined;
  /** Gets the names of the files that decide the values. */
  readonly reads: Set<string>;
}

/** One of what `count` or `for_each` repeats. */
export interface Instance {
  readonly scope: Scope;
  /** As in `["eu"]`. Empty if it is not repeated, or if that is not known. */
  readonly key: string;
  /** Set if it is not created with the defaults of these marks; they may be none. */
  readonly marks?: Marks | undefined;
  /** Set if it represents any number. */
  readonly isOpen?: true;
}

/** The files of one folder, whose names see each other, with the values of its variables. */
export class Module implements Surroundings {
  readonly budget: Budget;
  readonly files: readonly Declarations[];
  private readonly values = new Map<string, Value | undefined>();
  private other: Module | undefined;
  private assigned: ReadonlyMap<string, Value> | undefined;

  constructor(readonly options: ModuleOptions) {
    this.budget = options.budget;
    this.files = options.folders.in(options.folder, options.own);
  }

  get address(): string {
    return this.options.address;
  }

  scope(source: Source): Scope {
    return { source, around: this, names: new Map() };
  }

  local(name: string): Value | undefined {
    return this.once(`local ${name}`, () => this.declared("local", name));
  }

  variable(name: string): Value | undefined {
    return this.once(`var ${name}`, () => {
      const found = this.files.flatMap((it) => it.variable(name) ?? []);
      const value = found.length > 0 ? this.valueOf(name, found) : undefined;
      return this.options.isOther && value && isNone(value) ? undefined : value;
    });
  }

  /** Whether it cannot be used without a call: it is a module by its folder, and has variables without values. */
  get needsCall(): boolean {
    const isModule = /\/modules\//.test(`${this.options.folder}/`);
    return isModule && this.files.some((it) => it.required.some((one) => !this.assignedValue(one)));
  }

  output(call: string, name: string): Value | undefined {
    const found = this.callNamed(call);
    if (!found || found.attributes.has("count") || found.attributes.has("for_each"))
      return undefined;
    return this.once(`module ${call} ${name}`, () => {
      const [instance] = this.instances(found);
      return instance?.declared("output", name);
    });
  }

  outputs(call: string): Value | undefined {
    const found = this.callNamed(call);
    const isCounted = found?.attributes.has("count");
    if (!found || !(isCounted || found.attributes.has("for_each"))) return undefined;
    return this.once(`modules ${call}`, () => {
      const place = { source: found.source, start: found.start, end: found.end };
      const instances = this.instances(found).map((it) => {
        const names = it.files.flatMap((file) => file.outputNames);
        const values = names.flatMap((name) => {
          const value = it.declared("output", name);
          return value ? [[name, value] as const] : [];
        });
        return { ...it.options, key: it.key, value: object(new Map(values), place) };
      });
      // How many there are is not known.
      if (instances.some((it) => it.key === undefined && !it.marks)) return undefined;
      const created = instances.filter((it) => !it.marks);
      const more = instances.flatMap(({ marks, key, value }) =>
        marks ? leftOut([value], marks, place, isCounted ? undefined : key?.toString()) : [],
      );
      const entries = created.map(({ key, value }) => [String(key), value] as const);
      return isCounted
        ? list([...created.map((it) => it.value), ...more], place)
        : object(new Map(entries), place, more);
    });
  }

  private callNamed(name: string): DeclaredCall | undefined {
    return this.files.flatMap((it) => this.callsIn(it)).find((it) => it.name === name);
  }

  /** False if there are too many modules in each other, or too many altogether. */
  get mayCall(): boolean {
    return this.address.split("module.").length < mostLevels && !this.budget.isSpent;
  }

  callsIn(file: Declarations): readonly DeclaredCall[] {
    const calls = overriddenCalls(file, this.files);
    for (const it of calls) this.noteAll(it.attributes.values());
    return calls;
  }

  partsOf(resource: DeclaredResource): readonly DeclaredResource[] {
    const parts = overriddenParts(resource, this.files);
    this.noteAll(parts);
    return parts;
  }

  private noteAll(all: Iterable<{ readonly source: Source }>): void {
    for (const { source } of all) this.options.reads.add(source.name ?? source.path);
  }

  /** Of `count` or `for_each`. */
  private get key(): string | number | undefined {
    const [, written] = /\[([^[]*)\]$/.exec(this.address) ?? [];
    return written === undefined ? undefined : JSON.parse(written);
  }

  path(name: string): string | undefined {
    const { folder, root } = this.options;
    if (name === "root") return ".";
    return name === "module" ? relativePath(root, folder) : undefined;
  }

  file(path: string): Source | undefined {
    const { folders, root, reads } = this.options;
    const found = resolved(root, path);
    if (found === undefined) return undefined;
    // Also if it is not there yet.
    reads.add(folders.nameOf(found));
    return folders.source(found);
  }

  filesBelow(path: string): readonly string[] | undefined {
    const { folders, root } = this.options;
    const found = resolved(root, path);
    return found === undefined ? undefined : folders.filesBelow(found);
  }

  /** The folder of a call; undefined if it is not in the workspace. OpenTofu evaluates its source. */
  folderOf({ name, from: plain, source, attributes }: DeclaredCall): string | undefined {
    const written = plain === undefined ? attributes.get("source") : undefined;
    const from = written ? stringOf(valueOfWritten(written, this.scope(source))) : plain;
    if (from === undefined) return undefined;
    if (/^\.\.?\//.test(from)) return resolved(folderOf(source.path), from);
    const { folders, root, address } = this.options;
    const outer = Array.from(address.matchAll(/(?:^|\.)module\.([\w-]+)/g), ([, it]) => `${it}.`);
    return folders.downloaded(root).get(`${outer.join("")}${name}`);
  }

  /** The modules that a call makes. None if it is remote, or if there are too many in each other. */
  instances(call: DeclaredCall): readonly Module[] {
    const { folders, root, address, reads } = this.options;
    const folder = this.mayCall ? this.folderOf(call) : undefined;
    if (folder === undefined) return [];
    const path = `${address === "" ? "" : `${address}.`}module.${call.name}`;
    const { attributes, source } = call;
    const repeated = this.repeated(attributes, this.scope(source));
    return repeated.flatMap(({ scope, key, marks, isOpen = this.options.isOpen }) => {
      if (!this.budget.take(instanceWork)) return [];
      const given = new Map<string, Value>();
      for (const [name, value] of call.attributes)
        if (!metaArguments.has(name)) given.set(name, valueOfWritten(value, scope));
      const { budget } = this;
      const isOther = this.options.isOther || marks !== undefined;
      const called = { address: `${path}${key}`, given, marks, isOpen, isOther };
      return [new Module({ folders, budget, folder, root, reads, ...called })];
    });
  }

  /**
   * The instances that `count` or `for_each` creates, including instances that are not created now. One if it is not
   * repeated, or if that is not known.
   */
  repeated(attributes: ReadonlyMap<string, Written>, scope: Scope): readonly Instance[] {
    const [count, each] = [attributes.get("count"), attributes.get("for_each")];
    const value = count ?? each;
    if (!value) return [{ scope, key: "" }];
    const known = valueOfWritten(value, scope);
    const { place } = known;
    const marks = marksOf(known);
    const others = {
      scope: { ...scope, around: this.asOther },
      key: "",
      marks: marks ?? { defaults: [] },
    };
    if (count) {
      const number = numberOf(known);
      if (number === undefined || number > mostInstances) return [{ scope, key: "", isOpen: true }];
      const instances = Array.from({ length: number }, (_, index) => ({
        scope: withNames(scope, [["count", named({ index: plain(index, place) }, place)]]),
        key: `[${index}]`,
      }));
      return number === 0 || marks?.defaults.length ? [...instances, others] : instances;
    }
    const found = openElementsOf(known);
    if (!found || found.known.length > mostInstances) return [{ scope, key: "", isOpen: true }];
    const instances = eachOf(found, scope, place);
    return instances.length === 0 ? [others] : instances;
  }

  /** The module with other values instead of empty ones, which often say that something is not wanted. */
  private get asOther(): Module {
    this.other ??= this.options.isOther ? this : new Module({ ...this.options, isOther: true });
    return this.other;
  }

  private declared(kind: "local" | "output", name: string): Value | undefined {
    const all = this.files.flatMap((it) => it[kind](name) ?? []);
    this.noteAll(all);
    const found = all.at(-1);
    return found && valueOfWritten(found, this.scope(found.source));
  }

  /** Override files replace arguments of a variable. */
  private valueOf(name: string, declared: readonly DeclaredVariable[]): Value | undefined {
    this.noteAll(declared);
    if (declared.some((it) => it.isSensitive)) return undefined;
    const written = declared.findLast((it) => it.type)?.type;
    const type = written
      ? typeOf(written.hcl, (it) => evaluate(it, this.scope(written.source)))
      : ({ kind: "any" } as const);
    if (!type) return undefined;
    const { given } = this.options;
    const own = given?.get(name) ?? (given ? undefined : this.assignedValue(name));
    if (own) return asType(own, type);
    const otherwise = declared.findLast((it) => it.default)?.default;
    if (!otherwise) return undefined;
    const value = asType(valueOfWritten(otherwise, this.scope(otherwise.source)), type);
    // A call that leaves it out means the default; of a root module, other values may be given elsewhere.
    const marks = { defaults: [`var.${name}`] };
    if (!given && isEmpty(value)) return emptyByDefault(value, marks);
    return given ? value : marked(value, marks);
  }

  /** The value in `terraform.tfvars` or a file that is read like it. */
  private assignedValue(name: string): Value | undefined {
    const { folders, folder, environment } = this.options;
    if (!this.assigned) {
      const sources = folders.values(folder, environment);
      // One that does not set the variable now may have set it before.
      this.noteAll(sources.map((source) => ({ source })));
      this.assigned = new Map(sources.flatMap((source) => [...this.assignments(source)]));
    }
    return this.assigned.get(name);
  }

  private *assignments(source: Source): Generator<[string, Value]> {
    // They refer to nothing.
    const scope = { ...this.scope(source), around: alone(this.budget) };
    if (/\.json$/.test(source.path)) {
      const { root } = parseJson(source.text);
      const whole = wholeOf(source);
      if (root?.kind === "object")
        for (const { name, value } of root.properties)
          if (value) yield [name.value, valueOfJson(value, whole)];
      return;
    }
    for (const it of readHcl(source.text).body.items)
      if (it.kind === "attribute") yield [it.name, evaluate(it.value, scope)];
  }

  /** A value that depends on itself is not known. */
  private once(name: string, read: () => Value | undefined): Value | undefined {
    if (!this.values.has(name)) {
      this.values.set(name, undefined);
      this.values.set(name, read());
    }
    return this.values.get(name);
  }
}

function named(values: Readonly<Record<string, Value>>, place: Place): Value {
  return object(new Map(Object.entries(values)), place);
}

const metaArguments = new Set([
  "source",
  "version",
  "providers",
  "count",
  "for_each",
  "depends_on",
]);

const mostInstances = 200;
const instanceWork = 500;

/** The instances that `for_each` creates from a collection. */
function eachOf(
  { known, rest }: NonNullable<ReturnType<typeof openElementsOf>>,
  scope: Scope,
  place: Place,
): readonly Instance[] {
  const instance = (key: Value, value: Value) => ({
    scope: withNames(scope, [["each", named({ key, value }, place)]]),
    key: `[${JSON.stringify(stringOf(key) ?? "")}]`,
  });
  const open = rest.filter((it) => !isMany(it) || !it.isChecked);
  return [
    ...known.map(([key, element]) => instance(key, element)),
    ...open.flatMap((it): readonly Instance[] => {
      const { key, among, marks } = isMany(it) ? it : unknown(place);
      if (!among) return [{ scope, key: "", marks, ...(marks ? {} : { isOpen: true }) }];
      return among.map((one) => ({
        ...instance(key === undefined ? one : computed(key, place), one),
        marks,
      }));
    }),
  ];
}
