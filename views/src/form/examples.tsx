import { Button } from "../shared/button.tsx";
import { displayText } from "../shared/display.ts";
import { l10n } from "../shared/l10n.ts";
import type { Actions } from "./actions.ts";
import type { State } from "./store.ts";

/** The examples of the filter with their results, and buttons that add more. */
export function Examples({
  state: { form, added },
  actions,
}: {
  readonly state: State;
  readonly actions: Actions;
}) {
  const texts = {
    kept: l10n.t("Added a kept line as a test."),
    dropped: l10n.t("Added a dropped line as a test."),
  };
  return (
    <section aria-label={l10n.t("Tests")}>
      <ul class="example-list">
        {form?.examples.map((it, index) => (
          <li key={index}>
            <span>{it.isKept ? l10n.t("Must be kept") : l10n.t("Must be dropped")}</span>{" "}
            <span class="code">{displayText(it.line, 500)}</span>{" "}
            {it.message !== "" && <span class="problem error">{displayText(it.message, 500)}</span>}
            <Button
              kind="symbol"
              label={l10n.t("Delete test {0}", index + 1)}
              onClick={() => actions.deleteExample(index)}
            >
              ✕
            </Button>
          </li>
        ))}
      </ul>
      <div class="examples">
        <Button
          label={l10n.t("Add kept line as a test")}
          onClick={() => actions.addExample("kept")}
        />
        <Button
          label={l10n.t("Add dropped line as a test")}
          onClick={() => actions.addExample("dropped")}
        />
        <span class="muted" aria-live="polite">
          {added ? texts[added] : l10n.t("Tests are comments in the text.")}
        </span>
      </div>
    </section>
  );
}
