import { Button } from "../shared/button.tsx";
import { displayText } from "../shared/display.ts";
import { l10n } from "../shared/l10n.ts";
import { count } from "../shared/numbers.ts";
import type { FromLab, LabAnswer } from "./messages.ts";

interface ProblemsProps {
  readonly problems: NonNullable<LabAnswer["problems"]>;
  readonly more: number;
  readonly post: (message: FromLab) => void;
}

/** The errors of the text, with their fixes. */
export function Problems({ problems, more, post }: ProblemsProps) {
  return (
    <section class="problems" role="alert" aria-label={l10n.t("Errors in the text")}>
      {problems.map(({ message, range, fix }, at) => (
        <p key={at}>
          {displayText(message, 500)}{" "}
          {fix && (
            <Button
              label={displayText(fix.title, 200)}
              onClick={() => post({ kind: "fix", problem: at })}
            />
          )}{" "}
          {range && (
            <Button
              label={l10n.t("Show in the text")}
              onClick={() => post({ kind: "select", range })}
            />
          )}
        </p>
      ))}
      {more > 0 && (
        <p>{more === 1 ? l10n.t("1 more error.") : l10n.t("{0} more errors.", count(more))}</p>
      )}
      <p class="muted">
        {l10n.t("Until it is corrected, only the conditions that can be read are tried.")}
      </p>
    </section>
  );
}
