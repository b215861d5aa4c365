import { Button } from "../shared/button.tsx";
import { displayText } from "../shared/display.ts";
import { l10n } from "../shared/l10n.ts";
import { bytes, time } from "../shared/numbers.ts";
import { OutdatedMark } from "../shared/outdated-mark.tsx";
import { Conditions } from "./conditions.tsx";
import { Head } from "./head.tsx";
import type { FromLab, LabEngine, LabEngineAnswer } from "./messages.ts";

interface EngineProps {
  readonly engine: LabEngine;
  readonly post: (message: FromLab) => void;
}

/** The last count of an engine, until it is asked again. */
export function Engine({ engine, post }: EngineProps) {
  const { about, busy, refusal, answer, isOutdated = false } = engine;
  const name = displayText(engine.name, 100);
  const why = l10n.t("The text was changed since, or another one is selected.");
  return (
    <>
      <OutdatedMark outdated={isOutdated ? { kind: "outdated", why } : undefined} />
      <header>
        <div class="row">
          <span>
            {l10n.t("Sample:")} <strong>{name}</strong>
          </span>
          <span class="muted">{displayText(about, 300)}</span>
          <Button label={l10n.t("Select sample…")} onClick={() => post({ kind: "chooseSample" })} />
        </div>
        <div class="row">
          {busy === undefined ? (
            <Button
              kind="primary"
              label={l10n.t("Count on '{0}'", name)}
              onClick={() => post({ kind: "count" })}
            />
          ) : (
            <>
              <Button label={l10n.t("Cancel")} onClick={() => post({ kind: "stop" })} />
              <progress aria-label={l10n.t("Counting…")} />
            </>
          )}
          <span class="muted" role="status">
            {busy === undefined ? standing(answer) : displayText(busy, 200)}
          </span>
        </div>
        {refusal !== undefined && (
          <p class="error" role="alert">
            {displayText(refusal, 1000)}
          </p>
        )}
      </header>
      {answer && (
        <div class={isOutdated ? "content outdated" : "content"}>
          <Head counts={answer} answer={undefined} isPartial={false} />
          <Conditions counts={answer} onSelect={(it) => post({ kind: "select", ...it })} />
          <p class="muted">
            {l10n.t(
              "An engine only counts, so the lab does not show lines, their times, values and sizes here.",
            )}
          </p>
          <details>
            <summary>{l10n.t("SQL that was run")}</summary>
            <pre class="statements">{answer.engine.statements.map(shownSql).join(";\n\n")}</pre>
          </details>
        </div>
      )}
    </>
  );
}

function standing(answer: LabEngineAnswer | undefined): string {
  if (!answer)
    return l10n.t("Nothing was counted yet. The engine is only asked when you press the button.");
  const { at, seconds, scannedBytes } = answer.engine;
  const when = time(Math.floor(at / 1000) * 1000);
  return scannedBytes === null
    ? l10n.t("Counted at {0} in {1} s.", when, seconds.toFixed(1))
    : l10n.t("Counted at {0} in {1} s, {2} read.", when, seconds.toFixed(1), bytes(scannedBytes));
}

function shownSql(statement: string): string {
  return statement
    .split("\n")
    .map((it) => displayText(it, 10_000))
    .join("\n");
}
