import type { Analysis } from "../../core/analysis.ts";
import type { PositionedRule, PositionFault } from "../../core/configuration/position-faults.ts";
import type { Config } from "../config/config.ts";
import type { LockContents } from "../lock/lock.ts";
import { rulesPlaces } from "./places.ts";
import { offlineFaults, positionedRule } from "./positions.ts";

/** The files below the folder of a `weir.json`, by relative path. */
export interface FolderFiles {
  read(name: string): string | undefined;
  /** The rules below the folder; undefined while unknown. */
  rules(): readonly string[] | undefined;
  analysisOf(name: string, text: string): Analysis | undefined;
  /** The path as used by the caller. */
  pathOf(name: string): string;
}

type Read = Omit<PositionedRule, "id"> | undefined;

/** The maximum number of files that are read for a position in one of them. */
const mostFiles = 5_000;

/** The positions of the rules below one `weir.json`. */
export class FolderPositions {
  private readonly rules = new Map<string, { readonly text: string; readonly rule: Read }>();
  private faults: ReadonlyMap<string, PositionFault> | undefined;

  constructor(
    private readonly config: Config,
    private readonly lock: LockContents | undefined,
    private readonly around: FolderFiles,
  ) {}

  faultOf(name: string, text: string): PositionFault | undefined {
    const known = this.rules.get(name);
    if (known && known.text !== text) this.put(name, text);
    this.faults ??= this.read();
    return this.faults.get(name);
  }

  /** Returns the files with positions or refs, if the text of a file has changed in a way that matters to them. */
  changed(name: string): readonly string[] {
    const known = this.rules.get(name);
    const text = this.around.read(name);
    if (!known || known.text === text) return [];
    if (text === undefined) this.rules.delete(name);
    const isOther = text === undefined || this.put(name, text);
    const isNamed = (rule: Read) => rule?.position !== undefined || rule?.ref !== undefined;
    return isOther ? [...this.rules].flatMap(([it, { rule }]) => (isNamed(rule) ? [it] : [])) : [];
  }

  /** Whether another position, ref or phase is read. */
  private put(name: string, text: string): boolean {
    const before = this.rules.get(name)?.rule;
    const rule = positionedRule(
      name,
      text,
      () => this.around.analysisOf(name, text)?.directives?.() ?? [],
    );
    this.rules.set(name, { text, rule });
    const isOther = JSON.stringify(rule) !== JSON.stringify(before);
    if (isOther) this.faults = undefined;
    return isOther;
  }

  private read(): ReadonlyMap<string, PositionFault> {
    const { lock, config } = this;
    const names = this.around.rules();
    if (!lock || !names || names.length > mostFiles) return new Map();
    for (const name of names) {
      const text = this.rules.has(name) ? undefined : this.around.read(name);
      if (text !== undefined) this.put(name, text);
    }
    const files = [...this.rules.values()].flatMap(({ rule }) => rule ?? []);
    const about = {
      isOnly: Object.keys(config.profiles).length === 1,
      exists: (path: string) => !this.rules.has(path) && this.around.read(path) !== undefined,
    };
    const places = rulesPlaces(config).filter((it) => it.target === "rulesets");
    return new Map(places.toReversed().flatMap((it) => [...offlineFaults(files, it, lock, about)]));
  }
}
