import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../shared/button.tsx";
import { displayText } from "../shared/display.ts";
import { l10n } from "../shared/l10n.ts";
import type { Outdated } from "../shared/messages.ts";
import { OutdatedMark } from "../shared/outdated-mark.tsx";
import { draftOf, inputOf, isKnownField, withField } from "./draft.ts";
import { type FieldLinks, focusField } from "./field-links.tsx";
import type {
  FromTrace,
  ToTrace,
  TraceAnswer,
  TraceInput,
  TraceState,
  ZoneNames,
} from "./messages.ts";
import { RequestForm } from "./request-form.tsx";
import { named, Way } from "./way.tsx";

export interface AppProps extends Omit<Extract<ToTrace, { kind: "start" }>, "kind"> {
  readonly answer: TraceAnswer | undefined;
  /** The request that the answer is about. */
  readonly answered: TraceInput | undefined;
  readonly outdated: Outdated | undefined;
  readonly refusal: string | undefined;
  readonly isInRequest: boolean;
  /** If there are several. */
  readonly zones: readonly string[];
  /** The one that was asked for, if it is one of them. */
  readonly zone: string | undefined;
  readonly names: ZoneNames;
  readonly isCompared: boolean;
  /** Changes when another request is to be shown. */
  readonly turn: number;
  readonly post: (message: FromTrace) => void;
  readonly keep: (state: TraceState) => void;
}

/** Milliseconds after the last key. */
const pause = 80;

/** A request, and what happens to it. */
export function App(props: AppProps) {
  const { title, state, fields, offers, answer, refusal, isInRequest, isCompared } = props;
  const { turn, zones, zone, names, post, keep } = props;
  const [draft, setDraft] = useState(() => draftOf(state.request));
  useEffect(() => setDraft(draftOf(state.request)), [turn]);
  const sent = useRef("");
  useEffect(() => {
    const request = inputOf(draft, fields);
    const text = JSON.stringify(request);
    const send = () => {
      if (text === sent.current) return;
      sent.current = text;
      keep({ ...state, request, isCompared });
      post({ kind: "request", request });
    };
    const timer = setTimeout(send, sent.current === "" ? 0 : pause);
    return () => clearTimeout(timer);
  }, [draft]);
  useEffect(() => {
    if (sent.current !== "") keep({ ...state, request: inputOf(draft, fields), isCompared });
  }, [isCompared]);
  const isAnswered = JSON.stringify(inputOf(draft, fields)) === JSON.stringify(props.answered);
  const outdated: Outdated | undefined =
    props.outdated ?? (isAnswered ? undefined : { kind: "outdated" });
  const open = (place: Extract<FromTrace, { kind: "open" }>["place"]) =>
    post({ kind: "open", place });
  const links: FieldLinks = {
    isField: (name) => isKnownField(name, fields),
    onSet: (name) => {
      setDraft((it) => withField(it, name));
      requestAnimationFrame(() => focusField(name));
    },
  };
  return (
    <main>
      <h1 class="hidden">{title}</h1>
      <OutdatedMark outdated={answer && outdated} />
      <RequestForm
        draft={draft}
        known={fields}
        zones={zones}
        zone={zone}
        names={names}
        problem={
          refusal !== undefined && isInRequest ? displayText(named(refusal, names), 500) : undefined
        }
        onChange={setDraft}
        onRead={(text) => post({ kind: "read", text })}
      />
      <div class="line buttons">
        {offers.tests && (
          <Button
            label={l10n.t("Add as test")}
            disabled={!answer || outdated !== undefined}
            onClick={() => post({ kind: "addTest" })}
          />
        )}
        {offers.service && (
          <Button
            label={l10n.t("Compare with the service")}
            pressed={isCompared}
            onClick={() => post({ kind: "compare", isOn: !isCompared })}
          />
        )}
      </div>
      {refusal !== undefined && !isInRequest && !answer && (
        <p class="error" role="alert">
          {displayText(named(refusal, names), 500)}
        </p>
      )}
      {answer && (
        <div class={outdated ? "columns outdated" : "columns"}>
          {answer.now &&
            ("refusal" in answer.now ? (
              <p class="error">{displayText(named(answer.now.refusal, names), 500)}</p>
            ) : (
              <Way
                trace={answer.now}
                title={l10n.t("Now")}
                links={links}
                names={names}
                onOpen={open}
              />
            ))}
          <Way
            trace={answer.trace}
            {...(answer.now && { title: l10n.t("After this change") })}
            links={links}
            names={names}
            onOpen={open}
          />
        </div>
      )}
    </main>
  );
}
