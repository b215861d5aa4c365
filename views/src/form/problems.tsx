import type { ComponentChildren } from "preact";
import type { FormOperator, ShownFix, ShownProblem } from "../../../server/src/lsp/protocol.ts";
import { Button } from "../shared/button.tsx";
import { displayText } from "../shared/display.ts";
import { Cell } from "./cells.tsx";

/** Not shown: the form makes such groups, and can remove each of them. */
const unshown = "redundant-group";

/** Problems, each with its fix. */
export function Problems({
  problems,
  operators = [],
  refusal,
  onFix,
  isOutside,
  children,
}: {
  readonly problems: readonly ShownProblem[];
  /** Messages name operators as the lists of the form do. */
  readonly operators?: readonly FormOperator[] | undefined;
  readonly onFix?: (fix: ShownFix) => void;
  readonly refusal?: string | undefined;
  readonly isOutside?: boolean;
  readonly children?: ComponentChildren;
}) {
  const shown = problems.filter((it) => it.code !== unshown);
  const isEmpty = shown.length === 0 && refusal === undefined && !children;
  if (isEmpty) return null;
  return (
    <Cell look="problems" isOutside={isOutside}>
      {refusal !== undefined && (
        <span class="problem error" role="alert">
          {displayText(refusal)}
        </span>
      )}
      {shown.map(({ code, severity, message, fix }) => (
        <span class="with-fix" key={`${code} ${message}`}>
          <span class={`problem ${severity}`}>{displayText(inWords(message, operators))}</span>
          {fix && onFix && (
            <Button
              label={displayText(inWords(fix.title, operators), 100)}
              onClick={() => onFix(fix)}
            />
          )}
        </span>
      ))}
      {children}
    </Cell>
  );
}

function inWords(message: string, operators: readonly FormOperator[]): string {
  const words = new Map(operators.map((it) => [it.name, it.reads]));
  return message.replace(/'([^' ]+)'/g, (whole, name: string) => {
    const reads = words.get(name);
    return reads === undefined ? whole : `'${reads}'`;
  });
}
