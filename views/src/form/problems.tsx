import type { ComponentChildren } from "preact";
import type { ShownProblem } from "../../../server/src/lsp/protocol.ts";
import { displayText } from "../shared/display.ts";
import { Cell } from "./cells.tsx";

export function Problems({
  problems,
  refusal,
  children,
}: {
  readonly problems: readonly ShownProblem[];
  readonly refusal?: string | undefined;
  readonly children?: ComponentChildren;
}) {
  const isEmpty = problems.length === 0 && refusal === undefined && !children;
  if (isEmpty) return null;
  return (
    <Cell look="problems">
      {refusal !== undefined && (
        <span class="problem error" role="alert">
          {displayText(refusal)}
        </span>
      )}
      {problems.map((it) => (
        <span class={`problem ${it.severity}`} key={`${it.code} ${it.message}`}>
          {displayText(it.message)}
        </span>
      ))}
      {children}
    </Cell>
  );
}
