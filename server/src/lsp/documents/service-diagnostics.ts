import type { Diagnostic } from "../../core/diagnostic.ts";
import { keyOf } from "../files/uris.ts";

/** The errors of the service for one text. */
interface Refused {
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly number: number;
}

/** The diagnostics of a text beside its own analysis. */
export interface OtherDiagnostics {
  of(uri: string, text: string): readonly Diagnostic[];
  /** Changes with the diagnostics; empty without any. */
  markOf(uri: string): string;
}

/** The diagnostics of several sources together. */
export function together(all: readonly OtherDiagnostics[]): OtherDiagnostics {
  return {
    of: (uri, text) => all.flatMap((it) => it.of(uri, text)),
    markOf: (uri) => all.map((it) => it.markOf(uri)).join(""),
  };
}

/** Errors of the service with their spans, until the text changes or is pushed again. */
export class ServiceDiagnostics implements OtherDiagnostics {
  private readonly refused = new Map<string, Refused>();
  private count = 0;

  /** Returns whether anything changed. */
  set(uri: string, text: string, diagnostics: readonly Diagnostic[]): boolean {
    if (diagnostics.length === 0) return this.clear(uri);
    this.count++;
    this.refused.set(keyOf(uri), { text, diagnostics, number: this.count });
    return true;
  }

  clear(uri: string): boolean {
    return this.refused.delete(keyOf(uri));
  }

  of(uri: string, text: string): readonly Diagnostic[] {
    if (this.refused.size === 0) return [];
    const known = this.refused.get(keyOf(uri));
    if (!known) return [];
    if (known.text === text) return known.diagnostics;
    this.clear(uri);
    return [];
  }

  markOf(uri: string): string {
    const known = this.refused.size === 0 ? undefined : this.refused.get(keyOf(uri));
    return known ? `.${known.number}` : "";
  }
}
