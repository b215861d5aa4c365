import type { Diagnostic } from "../../core/diagnostic.ts";
import { keyOf } from "../files/uris.ts";

/** What the service had against one text. */
interface Refused {
  readonly text: string;
  readonly findings: readonly Diagnostic[];
  readonly number: number;
}

/** What the service has refused, at its places, until the text is another one or is pushed again. */
export class ServiceDiagnostics {
  private readonly refused = new Map<string, Refused>();
  private count = 0;

  /** Says whether that is news. */
  set(uri: string, text: string, findings: readonly Diagnostic[]): boolean {
    if (findings.length === 0) return this.clear(uri);
    this.count++;
    this.refused.set(keyOf(uri), { text, findings, number: this.count });
    return true;
  }

  clear(uri: string): boolean {
    return this.refused.delete(keyOf(uri));
  }

  of(uri: string, text: string): readonly Diagnostic[] {
    if (this.refused.size === 0) return [];
    const known = this.refused.get(keyOf(uri));
    if (!known) return [];
    if (known.text === text) return known.findings;
    this.clear(uri);
    return [];
  }

  /** Differs whenever the findings do; empty when there are none. */
  markOf(uri: string): string {
    const known = this.refused.size === 0 ? undefined : this.refused.get(keyOf(uri));
    return known ? `.${known.number}` : "";
  }
}
