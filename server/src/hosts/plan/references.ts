import { jsonValue } from "../../text/record.ts";
import type { Span } from "../../text/span.ts";
import { skimItems, skimProperties } from "./skim.ts";

/**
 * The resource whose ID an attribute of another one has, by the configuration in a plan. An index that is not known is left out. Undefined if the
 * expression is more than a reference.
 */
export function planReferences(
  text: string,
  configuration: Span | undefined,
): (address: string, attribute: string) => string | undefined {
  const root = configuration && spanAt(text, configuration, ["root_module"]);
  return (address, attribute) => {
    const { path, own } = splitAddress(address);
    const module = root && moduleAt(text, root, path);
    const resource = module && resourceIn(text, module, own);
    const found = resource && referencesAt(text, resource, ["expressions", attribute]);
    return root && found && resolved(text, root, path, found, mostSteps);
  };
}

/** How many variables and outputs a reference goes through. */
const mostSteps = 10;

/** `["module.a[\"x\"]"]` and `cloudflare_list.b` of `module.a["x"].cloudflare_list.b[0]`. */
function splitAddress(address: string) {
  const path = address.match(/module\.[\w-]+(?:\[(?:"(?:[^"\\]|\\.)*"|\d+)\])?/g) ?? [];
  const prefix = path.map((it) => `${it}.`).join("");
  const own = address.startsWith(prefix) ? address.slice(prefix.length) : address;
  return { path, own: own.replace(/^([^[]*)\[.*\]$/, "$1") };
}

function resolved(
  text: string,
  root: Span,
  path: readonly string[],
  references: readonly string[],
  steps: number,
): string | undefined {
  const [first = ""] = references;
  const isOnly = references.every((it) => first.startsWith(it) || /^(?:each|count)\./.test(it));
  if (!isOnly || steps === 0) return undefined;
  const prefix = path.map((it) => `${it}.`).join("");
  const [, resource] =
    /^((?:data\.)?cloudflare_\w+\.[\w-]+(?:\[[^\]]*\])?)(?:\.id)?$/.exec(first) ?? [];
  if (resource !== undefined) return prefix + resource;
  const [, variable] = /^var\.([\w-]+)$/.exec(first) ?? [];
  const [, call, output] = /^module\.([\w-]+)\.([\w-]+)$/.exec(first) ?? [];
  if (variable !== undefined && path.length > 0) {
    const outer = path.slice(0, -1);
    const module = moduleAt(text, root, outer);
    const steppedTo = ["module_calls", nameIn(path.at(-1)), "expressions", variable];
    const found = module && referencesAt(text, module, steppedTo);
    return found && resolved(text, root, outer, found, steps - 1);
  }
  if (call === undefined || output === undefined) return undefined;
  const inner = [...path, `module.${call}`];
  const module = moduleAt(text, root, inner);
  const found = module && referencesAt(text, module, ["outputs", output, "expression"]);
  return found && resolved(text, root, inner, found, steps - 1);
}

function nameIn(segment = ""): string {
  return segment.replace(/^module\./, "").split("[", 1)[0] ?? "";
}

function moduleAt(text: string, root: Span, path: readonly string[]): Span | undefined {
  return spanAt(
    text,
    root,
    path.flatMap((it) => ["module_calls", nameIn(it), "module"]),
  );
}

function spanAt(text: string, from: Span, path: readonly string[]): Span | undefined {
  return path.reduce<Span | undefined>(
    (span, name) => span && [...skimProperties(text, span.start)].find((it) => it.name === name),
    from,
  );
}

function resourceIn(text: string, module: Span, address: string): Span | undefined {
  const list = spanAt(text, module, ["resources"]);
  if (!list) return undefined;
  return [...skimItems(text, list.start)].find((it) => {
    const own = spanAt(text, it, ["address"]);
    return own !== undefined && text.slice(own.start, own.end) === JSON.stringify(address);
  });
}

function referencesAt(
  text: string,
  from: Span,
  path: readonly string[],
): readonly string[] | undefined {
  const span = spanAt(text, from, [...path, "references"]);
  const found = span && jsonValue(text.slice(span.start, span.end));
  return Array.isArray(found) ? found.map(String) : undefined;
}
