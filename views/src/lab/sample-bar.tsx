import { Button } from "../shared/button.tsx";
import { displayText } from "../shared/display.ts";
import { l10n } from "../shared/l10n.ts";
import { bytes, lineCount } from "../shared/numbers.ts";
import type { LabAnswer } from "./messages.ts";

interface SampleBarProps {
  readonly answer: LabAnswer | undefined;
  readonly refusal: string | undefined;
  readonly noSample: boolean;
  /** The progress of a long request, from 0 to 1. */
  readonly busy: number | null;
  readonly onChoose: () => void;
}

/** The sample, and its problems or the problems of the text. */
export function SampleBar({ answer, refusal, noSample, busy, onChoose }: SampleBarProps) {
  const sample = answer?.sample;
  const none = refusal === undefined && !noSample ? "…" : l10n.t("none");
  return (
    <header>
      <div class="row">
        <span>
          {l10n.t("Sample:")} <strong>{sample ? displayText(sample.name, 100) : none}</strong>
        </span>
        {sample && (
          <span class="muted">
            {lineCount(sample.lines)}, {bytes(sample.bytes)}
          </span>
        )}
        <Button label={l10n.t("Select sample…")} onClick={onChoose} />
        <span class="space" />
        {busy !== null && (
          <progress value={busy} aria-label={l10n.t("Reading the sample")} max={1} />
        )}
      </div>
      {sample?.note !== undefined && <p class="warning">{sample.note}</p>}
      {sample && <Problems sample={sample} />}
      {refusal !== undefined && (
        <p class={noSample ? "muted" : "error"} role={noSample ? "status" : "alert"}>
          {displayText(refusal, 500)}
        </p>
      )}
      {noSample && (
        <p class="muted">
          {l10n.t("Or drop a file here. From the Explorer, hold Shift while you drop.")}
        </p>
      )}
    </header>
  );
}

/** Unreadable files and, on request, unreadable lines. */
function Problems({ sample }: { readonly sample: LabAnswer["sample"] }) {
  const files = sample.problems.filter(({ line }) => line === undefined);
  const lines = sample.problems.filter(({ line }) => line !== undefined);
  return (
    <>
      {files.map(({ path, message }) => (
        <p key={path} class="warning">
          {displayText(path, 200)}: {displayText(message, 300)}
        </p>
      ))}
      {lines.length > 0 && (
        <details class="warning">
          <summary>{l10n.t("{0} cannot be read", lineCount(sample.unreadable))}</summary>
          <ul>
            {lines.map(({ path, line, message }) => (
              <li key={`${path}:${line}`}>
                {displayText(`${path}:${line}`, 200)}: {displayText(message, 300)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
