import { Button } from "../shared/button.tsx";
import { displayText } from "../shared/display.ts";
import { l10n } from "../shared/l10n.ts";
import { bytes, count } from "../shared/numbers.ts";
import type { LabAnswer } from "./messages.ts";

interface SampleBarProps {
  readonly answer: LabAnswer | undefined;
  readonly refusal: string | undefined;
  /** From 0 to 1 while a question takes long. */
  readonly busy: number | null;
  readonly onChoose: () => void;
}

/** The sample, and what is wrong with it or with the text. */
export function SampleBar({ answer, refusal, busy, onChoose }: SampleBarProps) {
  const sample = answer?.sample;
  return (
    <header>
      <div class="row">
        <span>
          {l10n.t("Sample:")} <strong>{sample ? displayText(sample.name, 100) : "–"}</strong>
        </span>
        {sample && (
          <span class="muted">
            {l10n.t("{0} lines, {1}", count(sample.lines), bytes(sample.bytes))}
          </span>
        )}
        <Button label={l10n.t("Select sample…")} onClick={onChoose} />
        <span class="space" />
        {busy !== null && (
          <progress value={busy} aria-label={l10n.t("Reading the sample")} max={1} />
        )}
      </div>
      {sample?.note !== undefined && <p class="warning">{sample.note}</p>}
      {sample && sample.problems.length > 0 && <Problems sample={sample} />}
      {refusal !== undefined && (
        <p class="error" role="alert">
          {displayText(refusal, 500)}
        </p>
      )}
    </header>
  );
}

function Problems({ sample }: { readonly sample: LabAnswer["sample"] }) {
  return (
    <details class="warning">
      <summary>{l10n.t("{0} lines cannot be read", count(sample.unreadable))}</summary>
      <ul>
        {sample.problems.map(({ path, line, message }) => (
          <li key={`${path}:${line}`}>
            {displayText(line === undefined ? path : `${path}:${line}`, 200)}:{" "}
            {displayText(message, 300)}
          </li>
        ))}
      </ul>
    </details>
  );
}
