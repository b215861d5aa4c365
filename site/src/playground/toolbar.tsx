import { useState } from "preact/hooks";
import { copyText } from "../copy/clipboard.ts";
import { CopyButton } from "./copy-button.tsx";
import type { Facts } from "./facts.ts";
import { factsOf, type Kind, kinds } from "./kinds.ts";
import { encodeShared, type Shared } from "./share.ts";

interface ToolbarProps {
  readonly facts: Facts;
  readonly kind: Kind;
  readonly dataset: string;
  /** Changes with everything that a link contains. */
  readonly revision: number;
  onKind(kind: Kind): void;
  onDataset(name: string): void;
  onFormat(): void;
  onReset(): void;
  text(): string;
  /** The content of a link to the current state. */
  shared(): Shared;
}

export function Toolbar(props: ToolbarProps) {
  const { facts, kind, dataset, revision, onKind, onDataset, onFormat, onReset } = props;
  // The current dataset may not exist, which is reported as a problem.
  const datasets = [...new Set([...facts.datasets, dataset])];
  return (
    <div class="toolbar">
      <label>
        Language{" "}
        <select value={kind} onChange={(event) => onKind(event.currentTarget.value as Kind)}>
          {kinds.map((it) => (
            <option key={it} value={it}>
              {factsOf(it).title}
            </option>
          ))}
        </select>
      </label>
      {kind === "lpfilter" && (
        <label>
          Dataset{" "}
          <select value={dataset} onChange={(event) => onDataset(event.currentTarget.value)}>
            {datasets.map((it) => (
              <option key={it}>{it}</option>
            ))}
          </select>
        </label>
      )}
      {!factsOf(kind).isHost && (
        <button type="button" onClick={onFormat}>
          Format
        </button>
      )}
      <CopyButton text={props.text} />
      <button type="button" title="Replace the text with the example" onClick={onReset}>
        Reset
      </button>
      <Share shared={props.shared} revision={revision} />
    </div>
  );
}

/** Shares a link that contains everything, so no server has to store texts. It is forgotten when something changes. */
function Share({ shared, revision }: Pick<ToolbarProps, "shared" | "revision">) {
  const [made, setMade] = useState({ url: "", message: "", revision });
  const link = made.revision === revision ? made : undefined;
  const share = async () => {
    try {
      const { href } = Object.assign(new URL(location.href), {
        hash: await encodeShared(shared()),
      });
      history.replaceState(null, "", href);
      // Before it is copied, which a browser may delay.
      setMade({ url: href, message: "", revision });
      const isCopied = await copyText(href);
      setMade({ url: href, message: isCopied ? "Link copied." : "Copy this link.", revision });
    } catch (error) {
      setMade({ url: "", message: (error as Error).message, revision });
    }
  };
  return (
    <>
      <button type="button" onClick={() => void share()}>
        Share
      </button>
      <span class="shared">
        {link?.url && (
          <input
            readOnly
            aria-label="Link"
            value={link.url}
            onFocus={(event) => event.currentTarget.select()}
          />
        )}
        <span role="status">{link?.message}</span>
      </span>
    </>
  );
}

/** Removes the link from the URL, because it no longer describes the page. */
export function forgetLink(): void {
  if (location.hash !== "") history.replaceState(null, "", location.pathname + location.search);
}
