import { displayText } from "../shared/display.ts";
import { l10n } from "../shared/l10n.ts";
import { count, lineCount, percent } from "../shared/numbers.ts";
import type { FromLab, LabAnswer } from "./messages.ts";

type Texts = NonNullable<LabAnswer["texts"]>;
type Counts = NonNullable<LabAnswer["together"]>;

interface TogetherProps {
  readonly answer: LabAnswer;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly onSelect: (place: Omit<Extract<FromLab, { kind: "select" }>, "kind">) => void;
}

/** The lines that none, one or several texts keep. Counted while it is open. */
export function Together({ answer, isOpen, onOpen, onSelect }: TogetherProps) {
  const { texts, together } = answer;
  if (!texts) return null;
  return (
    <details
      class="together"
      open={isOpen}
      onToggle={({ currentTarget }) => currentTarget.open !== isOpen && onOpen(!isOpen)}
    >
      <summary>{l10n.t("Together with {0} more", count(texts.length - 1))}</summary>
      {together && <Shares counts={together} />}
      {together && <Pairs texts={texts} counts={together} onSelect={onSelect} />}
    </details>
  );
}

function Shares({ counts: { none, one, several, undetermined = 0 } }: { readonly counts: Counts }) {
  const all = none + one + several + undetermined;
  const share = (of: number) => `${lineCount(of)} (${percent(of, all)})`;
  return (
    <p>
      {l10n.t(
        "Kept by none: {0}. By one: {1}. By several: {2}.",
        share(none),
        share(one),
        share(several),
      )}
      {undetermined > 0 && ` ${l10n.t("{0} undetermined.", count(undetermined))}`}
    </p>
  );
}

/** More are hard to read. */
const mostPairs = 10;

/** The pairs that keep the most lines both. */
function Pairs({
  texts,
  counts,
  onSelect,
}: { readonly texts: Texts; readonly counts: Counts } & Pick<TogetherProps, "onSelect">) {
  const common = counts.pairs
    .map(([first, second, least, most = least]) => ({ first, second, least, most }))
    .filter((it) => it.most > 0)
    .sort((a, b) => b.least - a.least || b.most - a.most);
  if (common.length === 0) return <p class="muted">{l10n.t("No line is kept by two of them.")}</p>;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{l10n.t("Lines kept by both")}</th>
          <th scope="col">{l10n.t("First")}</th>
          <th scope="col">{l10n.t("Second")}</th>
        </tr>
      </thead>
      <tbody>
        {common.slice(0, mostPairs).map(({ first, second, least, most }) => (
          <tr key={`${first} ${second}`}>
            <td class="number">
              {least === most ? count(least) : l10n.t("{0} to {1}", count(least), count(most))}
            </td>
            {[first, second].map((it) => (
              <td key={it}>
                <Name text={texts[it]} onSelect={onSelect} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Name({
  text,
  onSelect,
}: { readonly text: Texts[number] | undefined } & Pick<TogetherProps, "onSelect">) {
  if (!text) return null;
  const { name, uri, range = start, isThis } = text;
  return (
    <button
      type="button"
      class="node code"
      title={l10n.t("Select in the text")}
      onClick={() => onSelect({ range, uri })}
    >
      {isThis ? <strong>{displayText(name, 100)}</strong> : displayText(name, 100)}
    </button>
  );
}

const start = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
