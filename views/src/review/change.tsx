import { displayText } from "../shared/display.ts";
import { l10n } from "../shared/l10n.ts";
import type { FromReview, ReviewAnswer, RuleReview, TextPlace } from "./messages.ts";

interface ChangeProps {
  readonly change: RuleReview["change"];
  readonly name: string;
  readonly action?: string;
  readonly about: string;
  readonly path: string;
  readonly range: TextPlace["range"] | undefined;
  readonly answer: ReviewAnswer;
  readonly post: (message: FromReview) => void;
}

/** A rule, job or filter that changed. Its name leads to its text. */
export function Change(props: ChangeProps) {
  const { change, action = "", about, path, range, answer, post } = props;
  const name = displayText(props.name, 120);
  const uri = change === "removed" ? undefined : answer.uris[path];
  const label = range ? `${path}:${range.start.line + 1}` : path;
  return (
    <li class={`rule ${change}`}>
      <span class="change">{changeName(change)}</span>
      {uri !== undefined && range ? (
        <button
          type="button"
          class="name"
          title={l10n.t("Show {0}", label)}
          onClick={() => post({ kind: "open", place: { uri, label, range } })}
        >
          {name}
        </button>
      ) : (
        <span class="name">{name}</span>
      )}
      {action !== "" && <span class="code">{displayText(action, 60)}</span>}
      <span class="about">{displayText(about, 500)}</span>
      <span class="place muted">{displayText(label, 200)}</span>
    </li>
  );
}

function changeName(change: RuleReview["change"]): string {
  switch (change) {
    case "added":
      return l10n.t("added");
    case "removed":
      return l10n.t("removed");
    case "changed":
      return l10n.t("changed");
    case "moved":
      return l10n.t("moved");
    case "unchanged":
      return l10n.t("unchanged");
  }
}
