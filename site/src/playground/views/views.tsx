import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { logText } from "../../../../client/src/lab/log-text.ts";
import type { FromForm } from "../../../../views/src/form/messages.ts";
import type { FromLab } from "../../../../views/src/lab/messages.ts";
import type { FromTrace } from "../../../../views/src/trace/messages.ts";
import type { Analyzed } from "../editor/analysis.ts";
import { factsOf, type Kind } from "../kinds.ts";
import type { Tab } from "../tabs.tsx";
import { FormHost } from "./form-host.ts";
import type { ViewContext } from "./host.ts";
import { LabHost } from "./lab-host.ts";
import { type Sample, sampleOf } from "./sample.ts";
import { TraceHost } from "./trace-host.ts";
import { ViewFrame } from "./view-frame.tsx";

interface ViewsProps extends Omit<ViewContext, "tell"> {
  readonly kind: Kind;
  readonly analyzed: Analyzed | undefined;
  readonly shown: Tab;
  /** Counts the edits of the text, which is analyzed after a pause. */
  readonly edits: number;
  onLines(lines: string): void;
  /** The user has changed the request that is traced. */
  onRequest(): void;
  onSelect(tab: Tab): void;
}

/** Larger samples are not shown as text. */
const mostShown = 1_000_000;

/** The lab, the form and the trace of the extension, for the text in the editor. */
export function Views(props: ViewsProps) {
  const { server, uri, position, kind, sample, analyzed, shown, onLines, onRequest, onSelect } =
    props;
  const [note, setNote] = useState("");
  const [file, setFile] = useState<Sample>();
  const input = useRef<HTMLInputElement>(null);
  const useText = (name: string, text: string) => {
    const isLarge = text.length > mostShown;
    setFile(isLarge ? sampleOf(name, text) : undefined);
    if (!isLarge) onLines(text);
  };
  const useFile = async (name: string, bytes: Uint8Array | undefined) => {
    const text = bytes && (await logText(bytes));
    if (text === undefined) setNote("Only NDJSON up to 100 MB, plain or gzip, can be read here.");
    else useText(name, text);
  };
  const context = {
    ...props,
    sample: file ?? sample,
    tell: setNote,
    chooseFile: () => input.current?.click(),
    useText,
    useFile: (name: string, bytes: Uint8Array | undefined) => void useFile(name, bytes),
    traceLine: (line: string) => {
      if (!factsOf(kind).hasRules) setNote("Select a rule or a ruleset as the language first.");
      else {
        onSelect("trace");
        void trace.read(line);
      }
    },
    onRequest,
  };
  const latest = useRef(context);
  latest.current = context;
  const lab = useRef(new LabHost(() => latest.current)).current;
  const form = useRef(new FormHost(() => latest.current)).current;
  const trace = useRef(new TraceHost(() => latest.current)).current;
  server.onProgress = (it) => lab.progress(it);
  // Before the next frame.
  useLayoutEffect(() => trace.outdate(), [props.edits]);
  useLayoutEffect(() => {
    lab.outdate();
    form.outdate();
  }, [props.edits, sample, file]);
  useEffect(() => setFile(undefined), [sample]);
  useEffect(() => setNote(""), [analyzed, shown]);
  useEffect(() => lab.restart(), [uri]);
  useEffect(() => {
    if (analyzed) void lab.refresh();
  }, [analyzed, sample, file, position]);
  useEffect(() => {
    if (analyzed && factsOf(kind).hasForm) void form.refresh();
  }, [analyzed, sample, file]);
  useEffect(() => {
    if (analyzed && factsOf(kind).hasRules) void trace.refresh();
  }, [analyzed]);
  return (
    <>
      {(shown === "lab" || shown === "form" || shown === "trace") && (
        <p role="status" class="note">
          {note}
        </p>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Log file"
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          currentTarget.value = "";
          if (chosen)
            void chosen.arrayBuffer().then((it) => useFile(chosen.name, new Uint8Array(it)));
        }}
      />
      <ViewFrame<FromLab>
        name="lab"
        title="Lab"
        isShown={shown === "lab"}
        onPost={(post) => {
          lab.post = post;
        }}
        onMessage={(it) => void lab.receive(it)}
      />
      <ViewFrame<FromForm>
        name="form"
        title="Form"
        isShown={shown === "form"}
        onPost={(post) => {
          form.post = post;
        }}
        onMessage={(it) => form.receive(it)}
      />
      <ViewFrame<FromTrace>
        name="trace"
        title="Trace"
        isShown={shown === "trace"}
        onPost={(post) => {
          trace.post = post;
        }}
        onMessage={(it) => void trace.receive(it)}
      />
    </>
  );
}
