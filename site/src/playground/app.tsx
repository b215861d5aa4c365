import { formatDocument } from "@codemirror/lsp-client";
import { useRef, useState } from "preact/hooks";
import type { Analyzed } from "./editor/analysis.ts";
import { Editor } from "./editor/component.tsx";
import { EditorHandle } from "./editor/handle.ts";
import { changesFor } from "./editor/positions.ts";
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
  /** The content of the link in the URL. */
  readonly shared: Shared | undefined;
  readonly message: string | undefined;
}

export function App({ server, facts, shared, message }: AppProps) {
  const [kind, setKind] = useState<Kind>(shared?.kind ?? "lpfilter");
  /** The current text of each kind. */
  const texts = useRef({ ...starts, ...(shared && { [shared.kind]: shared.text }) });
  const second = useRef({ ...others, ...(shared?.other && { [shared.kind]: shared.other }) });
  const [lines, setLines] = useState(shared?.lines ?? "");
  const [analyzed, setAnalyzed] = useState<Analyzed>();
  const [tab, setTab] = useState<keyof typeof tabs>(shared?.other ? "compare" : "try");
  const editor = useRef(new EditorHandle()).current;
  const uri = uriOf("first", kind);
  const selectDataset = async (name: string) => {
    const { doc } = editor;
    const edits = await server.selectDataset(uri, name);
    // Ignored if the text has changed in the meantime.
    if (doc && doc === editor.doc) editor.apply(changesFor(doc, edits));
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
        onFormat={() => editor.view && formatDocument(editor.view)}
        shared={() => ({
          kind,
          text: editor.doc?.toString() ?? "",
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
          editor.view = it;
        }}
        onAnalyzed={(it) => {
          texts.current[kind] = it.text;
          setAnalyzed(it);
        }}
      />
      <Problems
        problems={analyzed?.problems ?? []}
        fixAll={analyzed?.fixAll}
        onSelect={(it) => editor.select(it)}
        onFix={({ changes }) => editor.apply(changes)}
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
        {analyzed && tab === "shrink" && editor.doc && (
          <ShrinkPanel {...panel} doc={editor.doc} onApply={(it) => editor.apply(it)} />
        )}
        {analyzed && tab === "sql" && <SqlPanel {...panel} />}
      </Tabs>
    </>
  );
}
