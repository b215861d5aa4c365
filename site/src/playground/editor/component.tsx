import type { EditorView } from "@codemirror/view";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Kind } from "../kinds.ts";
import { type Server, uriOf } from "../server.ts";
import type { Analyzed } from "./analysis.ts";
import { createEditor } from "./editor.ts";

export interface EditorProps {
  readonly label: string;
  readonly name: "first" | "second";
  readonly kind: Kind;
  /** At the start; the editor owns its text. */
  readonly text: string;
  readonly server: Server;
  readonly nonce: string;
  onAnalyzed(found: Analyzed): void;
  /** For commands; undefined when the editor is gone. */
  onView?(view: EditorView | undefined): void;
}

/** Mounted again for another language or another text, by its `key`. */
export function Editor(props: EditorProps) {
  const parent = useRef<HTMLDivElement>(null);
  // At once: a passive effect of the last editor may be cleaned up after this one, and the page would lose this view.
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
