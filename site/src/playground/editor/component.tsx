import type { EditorView } from "@codemirror/view";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Position } from "vscode-languageserver";
import type { Kind } from "../kinds.ts";
import { type Server, uriOf } from "../server.ts";
import type { Analyzed } from "./analysis.ts";
import { createEditor } from "./editor.ts";

export interface EditorProps {
  readonly label: string;
  readonly name: "first" | "second";
  readonly kind: Kind;
  /** The initial text; afterwards the editor owns it. */
  readonly text: string;
  readonly server: Server;
  readonly nonce: string;
  onAnalyzed(found: Analyzed): void;
  onChange(text: string): void;
  onCursor?(position: Position): void;
  /** Receives the view for commands; undefined when the editor is unmounted. */
  onView?(view: EditorView | undefined): void;
}

/** Remounted for another language or text, by its `key`. */
export function Editor(props: EditorProps) {
  const parent = useRef<HTMLDivElement>(null);
  // A layout effect: the cleanup of a passive effect of the previous editor could run after this one and clear its view.
  useLayoutEffect(() => {
    if (!parent.current) return;
    const view = createEditor({
      ...props,
      parent: parent.current,
      uri: uriOf(props.name, props.kind),
    });
    props.onView?.(view);
    return () => {
      props.onView?.(undefined);
      view.destroy();
    };
  }, []);
  return <div class="editor" ref={parent} />;
}
