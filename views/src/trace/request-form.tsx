import { Button } from "../shared/button.tsx";
import { displayText } from "../shared/display.ts";
import { l10n } from "../shared/l10n.ts";
import { SearchList } from "../shared/search-list.tsx";
import { type Draft, ownFields, withField } from "./draft.ts";
import { focusField } from "./field-links.tsx";
import type { TraceField, ZoneNames } from "./messages.ts";

interface RequestFormProps {
  readonly draft: Draft;
  readonly known: readonly TraceField[];
  /** If there are several. */
  readonly zones: readonly string[];
  /** The one that was asked for, if it is one of them. */
  readonly zone: string | undefined;
  readonly names: ZoneNames;
  /** The problem of the request. */
  readonly problem: string | undefined;
  readonly onChange: (draft: Draft) => void;
  /** A curl command or a log line was pasted into the URL. */
  readonly onRead: (text: string) => void;
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

/** The request. */
export function RequestForm(props: RequestFormProps) {
  const { draft, known, zones, zone, names, problem, onChange, onRead } = props;
  const set = (changed: Partial<Draft>) => onChange({ ...draft, logged: undefined, ...changed });
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData("text/plain").trim() ?? "";
    if (!/^(?:curl(?:\.exe)?\s|\{)/.test(text)) return;
    event.preventDefault();
    onRead(text);
  };
  return (
    <section class="request" aria-label={l10n.t("Request")}>
      <div class="line">
        <select
          aria-label={l10n.t("Method")}
          value={draft.method}
          onChange={(event) => set({ method: event.currentTarget.value })}
        >
          {[...new Set([...methods, draft.method])].map((it) => (
            <option key={it}>{it}</option>
          ))}
        </select>
        <input
          type="text"
          class="url code"
          aria-label={l10n.t("URL")}
          placeholder={l10n.t("URL, or paste a curl command or a log line")}
          value={draft.url}
          spellcheck={false}
          onInput={(event) => set({ url: event.currentTarget.value })}
          onPaste={onPaste}
        />
      </div>
      {problem !== undefined && (
        <p class="error" role="alert">
          {problem}
        </p>
      )}
      <div class="line">
        <Text
          label={l10n.t("Address")}
          field="ip.src"
          placeholder="203.0.113.7"
          value={draft.address}
          onInput={(address) => set({ address })}
        />
        <Text
          label={l10n.t("Country")}
          field="ip.src.country"
          placeholder="AT"
          short
          value={draft.country}
          onInput={(country) => set({ country })}
        />
        <Text
          label={l10n.t("Status of the origin")}
          placeholder="200"
          short
          value={draft.status}
          onInput={(status) => set({ status })}
        />
        {zones.length > 1 && (
          <label>
            <span>{l10n.t("Zone")}</span>
            <select
              value={zones.includes(draft.zone) ? draft.zone : (zone ?? "")}
              onChange={(event) => set({ zone: event.currentTarget.value })}
            >
              <option value="">{l10n.t("By the host")}</option>
              {zones.map((it) => (
                <option key={it} value={it}>
                  {displayText(names[it] ?? it, 80)}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <Fields draft={draft} known={known} set={set} />
      <label class="headers">
        <span>{l10n.t("Headers")}</span>
        <textarea
          class="code"
          rows={Math.min(6, Math.max(1, draft.headers.split("\n").length))}
          placeholder="user-agent: curl/8.0"
          value={draft.headers}
          spellcheck={false}
          onInput={(event) => set({ headers: event.currentTarget.value })}
        />
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={draft.isPartial}
          onChange={(event) => set({ isPartial: event.currentTarget.checked })}
        />
        {l10n.t("Other headers and cookies are unknown")}
      </label>
    </section>
  );
}

interface TextProps {
  readonly label: string;
  /** The field that it sets. */
  readonly field?: string;
  readonly placeholder: string;
  readonly value: string;
  readonly short?: boolean;
  readonly onInput: (value: string) => void;
}

function Text({ label, field, placeholder, value, short, onInput }: TextProps) {
  return (
    <label class={short ? "short" : undefined}>
      <span>{label}</span>
      <input
        type="text"
        class="code"
        data-field={field}
        placeholder={placeholder}
        value={value}
        spellcheck={false}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </label>
  );
}

/** The rest is folded: a log line has many. */
const mostShown = 3;

/** Any other fields. */
function Fields({
  draft,
  known,
  set,
}: Pick<RequestFormProps, "draft" | "known"> & {
  readonly set: (changed: Partial<Draft>) => void;
}) {
  const { fields } = draft;
  const given = [...ownFields, ...fields.map((it) => it.name)];
  const choices = known
    .filter((it) => !given.includes(it.name))
    .map(({ name, type, about }) => ({ value: name, label: name, detail: `${type}. ${about}` }));
  const change = (at: number, value: string) =>
    set({ fields: fields.map((it, index) => (index === at ? { ...it, value } : it)) });
  const rows = fields.map(({ name, value }, at) => (
    <div class="line field" key={name}>
      <label>
        <span class="code">{name}</span>
        <input
          type="text"
          class="code"
          data-field={name}
          value={value}
          spellcheck={false}
          placeholder={known.find((it) => it.name === name)?.type}
          onInput={(event) => change(at, event.currentTarget.value)}
        />
      </label>
      <Button
        kind="symbol"
        label={l10n.t("Remove {0}", name)}
        onClick={() => set({ fields: fields.filter((_, index) => index !== at) })}
      >
        ×
      </Button>
    </div>
  ));
  const more = rows.slice(mostShown);
  return (
    <div class="fields">
      {rows.slice(0, mostShown)}
      {more.length > 0 && (
        <details>
          <summary>
            {more.length === 1 ? l10n.t("1 more field") : l10n.t("{0} more fields", more.length)}
          </summary>
          <div class="fields">{more}</div>
        </details>
      )}
      <SearchList
        label={l10n.t("Add a field")}
        placeholder={l10n.t("Add a field…")}
        choices={choices}
        onChoose={(name) => {
          set(withField(draft, name));
          // The value of the field that was added is typed next.
          requestAnimationFrame(() => focusField(name));
        }}
      />
    </div>
  );
}
