import { useEffect, useRef } from "preact/hooks";
import { Button } from "../shared/button.tsx";
import { displayText, shownValue } from "../shared/display.ts";
import { l10n } from "../shared/l10n.ts";
import { count } from "../shared/numbers.ts";
import { AddButtons, fieldLabels } from "./add-buttons.tsx";
import type { FromLab, LabAnswer, LabLine } from "./messages.ts";
import { conditionsIn, outcomeText } from "./outcome.ts";

interface LineDetailProps {
  readonly answer: LabAnswer;
  readonly line: number;
  /** Undefined while loading. */
  readonly detail: LabLine | undefined;
  readonly onClose: () => void;
  readonly onCopy: () => void;
  readonly onTrace: () => void;
  readonly onExample: () => void;
  readonly onAdd: (added: Extract<FromLab, { kind: "add" }>["added"]) => void;
}

/** A line in full, with the result of each condition. */
export function LineDetail(props: LineDetailProps) {
  const { answer, line, detail, onClose } = props;
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.focus(), [line]);
  useEffect(() => place.current?.scrollIntoView({ block: "nearest" }), [line, detail]);
  return (
    <aside
      ref={place}
      class="detail"
      tabIndex={-1}
      aria-label={l10n.t("Line {0}", count(line + 1))}
      onKeyDown={(event) => event.key === "Escape" && onClose()}
    >
      <div class="row">
        <h2>{l10n.t("Line {0}", count(line + 1))}</h2>
        <span class="space" />
        {detail && <Actions {...props} detail={detail} />}
        <Button kind="symbol" label={l10n.t("Close")} onClick={onClose}>
          ×
        </Button>
      </div>
      <p class="verdict" role="status">
        {detail && outcomeText(answer, detail)}
      </p>
      {detail && <OnLine answer={answer} detail={detail} />}
      {detail && <Fields detail={detail} onAdd={props.onAdd} />}
    </aside>
  );
}

function Actions({
  answer,
  detail,
  onCopy,
  onTrace,
  onExample,
}: LineDetailProps & { readonly detail: LabLine }) {
  const isKept = detail.outcome === "kept";
  const name =
    answer.resource === "rule" ? (isKept ? "@match" : "@no-match") : isKept ? "@keep" : "@drop";
  return (
    <>
      {detail.outcome !== "undetermined" && (
        <Button label={l10n.t("Use as {0} test", name)} onClick={onExample} />
      )}
      {detail.fields.some((it) => it.name.startsWith("ClientRequest")) && (
        <Button label={l10n.t("Trace this line")} onClick={onTrace} />
      )}
      <Button label={l10n.t("Copy line")} onClick={onCopy} />
    </>
  );
}

/** The result of each condition on the line; conditions that alone drop or keep it are marked. */
function OnLine({
  answer,
  detail,
}: Pick<LineDetailProps, "answer"> & { readonly detail: LabLine }) {
  const { tree, resource } = answer;
  const conditions = conditionsIn(tree);
  const alone = aloneText(resource, detail.outcome);
  if (conditions.length === 0) return null;
  return (
    <ul class="on-line">
      {conditions.map((it) => {
        const { answer: truth = null, decides = false } = detail.conditions[it.index ?? -1] ?? {};
        return (
          <li key={it.index} class={decides ? "decides" : ""}>
            <span class={`answer ${truth}`}>{answerName(truth)}</span>{" "}
            <span class="code">{displayText(it.label, 200)}</span>
            {decides && <strong> {alone}</strong>}
          </li>
        );
      })}
    </ul>
  );
}

function aloneText(resource: LabAnswer["resource"], outcome: LabLine["outcome"]): string {
  const isKept = outcome === "kept";
  if (resource === "rule") return isKept ? l10n.t("alone matches it") : l10n.t("alone excludes it");
  return isKept ? l10n.t("alone keeps it") : l10n.t("alone drops it");
}

function answerName(answer: boolean | null): string {
  if (answer === null) return l10n.t("unknown");
  return answer ? l10n.t("true") : l10n.t("false");
}

function Fields({ detail, onAdd }: Pick<LineDetailProps, "onAdd"> & { readonly detail: LabLine }) {
  return (
    <>
      <dl class="code">
        {detail.fields.map(({ name, raw, time, canAdd }) => (
          <div key={name}>
            <dt>{displayText(name, 200)}</dt>
            <dd class="add">
              {canAdd && (
                <AddButtons
                  labels={fieldLabels(displayText(name, 100), shownValue(raw, 100))}
                  onAdd={(isWanted) => onAdd({ kind: "condition", field: name, raw, isWanted })}
                />
              )}
            </dd>
            <dd>
              {time ?? shownValue(raw, 2000)}
              {time !== undefined && <span class="muted"> {shownValue(raw, 2000)}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {detail.more > 0 && <p class="muted">{l10n.t("{0} more fields", count(detail.more))}</p>}
    </>
  );
}
