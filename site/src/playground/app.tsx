import { formatDocument } from "@codemirror/lsp-client";
import type { ChangeSpec } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { useRef, useState } from "preact/hooks";
import type { Analyzed } from "./editor/analysis.ts";
import { Editor } from "./editor/component.tsx";
import { changesFor } from "./editor/positions.ts";
import type { Problem } from "./editor/problems.ts";
import type { Facts } from "./facts.ts";
import { type Kind, others, starts } from "./kinds.ts";
import { ComparePanel } from "./panels/compare.tsx";
import { Problems } from "./panels/problems.tsx";
import { ShrinkPanel } from "./panels/shrink.tsx";
import { SqlPanel } from "./panels/sql.tsx";
import { TryPanel } from "./panels/try.tsx";
import { type Server, uriOf } from "./server.ts";
import type { Shared } from "./share.ts";
import { Tabs } from "./tabs.tsx";
import { Toolbar } from "./toolbar.tsx";

const tabs = { try: "Try on log lines", compare: "Compare", shrink: "Shrink", sql: "SQL" };

interface AppProps {
  readonly server: Server;
  readonly facts: Facts;
  /** What the address holds. */
  readonly shared: Shared | undefined;
  readonly message: string | undefined;
}

export function App({ server, facts, shared, message }: AppProps) {
  const [kind, setKind] = useState<Kind>(shared?.kind ?? "lpfilter");
  /** What was written, for each kind. */
  const texts = useRef({ ...starts, ...(shared && { [shared.kind]: shared.text }) });
  const second = useRef({ ...others, ...(shared?.other && { [shared.kind]: shared.other }) });
  const [lines, setLines] = useState(shared?.lines ?? "");
  const [analyzed, setAnalyzed] = useState<Analyzed>();
  const [tab, setTab] = useState<keyof typeof tabs>(shared?.other ? "compare" : "try");
  const view = useRef<EditorView | undefined>(undefined);
  const apply = (changes: ChangeSpec | readonly ChangeSpec[]) => {
    view.current?.dispatch({ changes: changes as ChangeSpec, userEvent: "input" });
    view.current?.focus();
  };
  const select = ({ from, to }: Problem) => {
    view.current?.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
    view.current?.focus();
  };
  const uri = uriOf("first", kind);
  const selectDataset = async (name: string) => {
    const doc = view.current?.state.doc;
    const edits = await server.selectDataset(uri, name);
    // A text that has changed meanwhile is left alone.
    if (doc && doc === view.current?.state.doc) apply(changesFor(doc, edits));
  };
  const panel = { server, kind, uri, analyzed: analyzed as Analyzed };
  return (
    <>
      {message && <p role="alert">{message}</p>}
      <Toolbar
        {...{ facts, kind }}
        dataset={analyzed?.dataset ?? facts.defaultDataset}
        onKind={(it) => {
          setAnalyzed(undefined);
          setKind(it);
        }}
        onDataset={(it) => void selectDataset(it)}
        onFormat={() => view.current && formatDocument(view.current)}
        shared={() => ({
          kind,
          text: view.current?.state.doc.toString() ?? "",
          ...(second.current[kind] !== others[kind] && { other: second.current[kind] }),
          ...(lines !== "" && { lines }),
        })}
      />
      <Editor
        key={kind}
        {...{ server, kind }}
        nonce={facts.nonce}
        name="first"
        label="Text"
        text={texts.current[kind]}
        onView={(it) => {
          view.current = it;
        }}
        onAnalyzed={(it) => {
          texts.current[kind] = it.text;
          setAnalyzed(it);
        }}
      />
      <Problems
        problems={analyzed?.problems ?? []}
        fixAll={analyzed?.fixAll}
        onSelect={select}
        onFix={({ changes }) => apply(changes)}
      />
      <Tabs label="Tools" titles={tabs} selected={tab} onSelect={(it) => setTab(it)}>
        {analyzed && tab === "try" && <TryPanel {...panel} lines={lines} onLines={setLines} />}
        {analyzed && tab === "compare" && (
          <ComparePanel
            key={kind}
            {...panel}
            other={second.current[kind]}
            nonce={facts.nonce}
            onOther={(it) => {
              second.current[kind] = it;
            }}
          />
        )}
        {analyzed && tab === "shrink" && view.current && (
          <ShrinkPanel {...panel} doc={view.current.state.doc} onApply={apply} />
        )}
        {analyzed && tab === "sql" && <SqlPanel {...panel} />}
      </Tabs>
    </>
  );
}
