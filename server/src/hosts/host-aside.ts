import type { NotChecked } from "../core/diagnostic.ts";
import { describePlannedRule } from "../core/diagnostic.ts";
import type { Span } from "../text/span.ts";
import type { Embedded, EmbeddedContext } from "./embedded.ts";
import type { KeptParts } from "./kept/parts.ts";
import type { HostObject } from "./node.ts";
import { textNamed } from "./rules.ts";
import type { ModuleCall, Sheet } from "./terraform/sheet.ts";

/** The kind is undefined if it is not known. */
export interface CreatedList {
  readonly name: string;
  readonly kind?: string | undefined;
}

/** The list that an object is, if its name is known. */
export function createdList(object: HostObject): CreatedList[] {
  const [name, kind] = ["name", "kind"].map((it) => textNamed(object, it));
  return name === undefined ? [] : [{ name, kind }];
}

/** The results of a host beside its texts. */
export interface HostAside {
  /** The texts that the host fills in as a whole. */
  readonly unknown: Embedded[];
  /** Parts about requests that have no texts. */
  readonly notExamined: NotChecked[];
  /** The lists that the document creates. */
  readonly lists: CreatedList[];
  /** The parts that the host reads on their own. */
  readonly parts: KeptParts<unknown>;
  /** The modules that the document calls, and the folders of their files. */
  readonly calls: ModuleCall[];
  /** The paths of the files that decide what is found. */
  readonly reads: Set<string>;
  /** The environments that the document is read for, if there are several. */
  readonly environments: Set<string>;
  /** The document with the other files that its values come from. */
  sheet?: Sheet;
  /** The document with the same offsets as it may be shown: without sensitive values. */
  shown?: string;
  /** Why the document cannot be used, and what to do instead. */
  refusal?: string;
  /** Why the texts may not be all. */
  problem?: string;
}

export function newAside(parts: HostAside["parts"]): HostAside {
  const [reads, environments] = [new Set<string>(), new Set<string>()];
  return { unknown: [], notExamined: [], lists: [], calls: [], reads, environments, parts };
}

/** The part of a text that was not checked: the value that fills it in or, in a plan, the time when it is known. */
export function whatIsNotChecked(
  host: string,
  { address, order, ref }: EmbeddedContext,
  { start, end }: Span,
): string {
  const source = host.slice(start, end).replace(/\s+/g, " ").trim();
  if (address === undefined) return source.length > 80 ? `${source.slice(0, 79)}…` : source;
  const name = describePlannedRule({ address, index: order, ref });
  const isSecret = source.startsWith('"(sensitive)') || /^\*+$/.test(source);
  return `${name} is ${isSecret ? "sensitive" : "known after apply"}`;
}
