import type { ShellName } from "../../../push/curl/shells.ts";
import { alternatives } from "../../../text/wording.ts";
import { type CommandArguments, commandNames, dialectNames, type Refusal } from "../../protocol.ts";

/** Repeated here, because a browser must not load the push code. */
const shells: readonly ShellName[] = ["posix", "powershell"];

const kinds: Readonly<
  Record<keyof CommandArguments, readonly [wants: string, takes: (value: unknown) => boolean]>
> = {
  uri: ["a string", isText],
  uris: ["an array of strings", isTexts],
  profile: ["a string", isText],
  job: ["a string", isText],
  action: ["a string", isText],
  dryRun: ["true or false", isFlag],
  merge: ["true or false", isFlag],
  enabled: ["true or false", isFlag],
  inline: ["true or false", isFlag],
  shell: ["'posix' or 'powershell'", (value) => shells.some((it) => it === value)],
  dialect: [alternatives(dialectNames), (value) => dialectNames.some((it) => it === value)],
  position: ["a line and a character", isPosition],
  other: ["a string", isText],
  names: ["an array of strings", isTexts],
  commit: ["a string", isText],
  logs: ["a string", isText],
  hours: ["a number", (value) => typeof value === "number" && value > 0],
  engine: ["a string", isText],
  undo: ["a string", isText],
  variables: ["an object of strings", isNamedTexts],
  run: ["a string", isText],
};

/** One object, or a URI. Unknown properties are refused: a typo in 'dryRun' must not push. */
export function readArguments(given: readonly unknown[] | undefined): CommandArguments | Refusal {
  const [first, ...more] = given ?? [];
  if (more.length > 0) return { refusal: `Expected one argument. ${shape}` };
  if (first === undefined || first === null) return {};
  if (typeof first === "string") return { uri: first };
  if (typeof first !== "object" || Array.isArray(first))
    return { refusal: `Expected an object or a URI. ${shape}` };
  for (const [name, value] of Object.entries(first)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name as keyof CommandArguments] : undefined;
    if (!kind)
      return { refusal: `Unknown argument '${name}'. Use ${alternatives(Object.keys(kinds))}.` };
    if (!kind[1](value) && value !== undefined)
      return { refusal: `Argument '${name}' needs ${kind[0]}.` };
  }
  return first as CommandArguments;
}

const shape = 'Write { "uri": "file:///…" }.';

export function isCommand(name: string): name is (typeof commandNames)[number] {
  return (commandNames as readonly string[]).includes(name);
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}

function isNamedTexts(value: unknown): boolean {
  return typeof value === "object" && value !== null && isTexts(Object.values(value));
}

function isPosition(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return ["line", "character"].every((it) =>
    Number.isInteger((value as Record<string, unknown>)[it]),
  );
}

function isFlag(value: unknown): boolean {
  return typeof value === "boolean";
}
