import { useState } from "preact/hooks";
import type { Facts } from "./facts.ts";
import { type Kind, kinds, titles } from "./kinds.ts";
import { encodeShared, type Shared } from "./share.ts";

interface ToolbarProps {
  readonly facts: Facts;
  readonly kind: Kind;
  readonly dataset: string;
  onKind(kind: Kind): void;
  onDataset(name: string): void;
  onFormat(): void;
  /** The content of a link to the current state. */
  shared(): Shared;
}

export function Toolbar(props: ToolbarProps) {
  const { facts, kind, dataset, onKind, onDataset, onFormat, shared } = props;
  // The current dataset may not exist, which is reported as a problem.
  const datasets = [...new Set([...facts.datasets, dataset])];
  return (
    <div class="toolbar">
      <label>
        Language{" "}
        <select value={kind} onChange={(event) => onKind(event.currentTarget.value as Kind)}>
          {kinds.map((it) => (
            <option key={it} value={it}>
              {titles[it]}
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
      <button type="button" onClick={onFormat}>
        Format
      </button>
      <Share shared={shared} />
    </div>
  );
}

/** Shares a link that contains everything, so no server has to store texts. */
function Share({ shared }: { shared(): Shared }) {
  const [link, setLink] = useState<{ readonly url: string; readonly message: string }>();
  const share = async () => {
    try {
      const url = new URL(location.href);
      url.hash = await encodeShared(shared());
      history.replaceState(null, "", url);
      setLink({ url: url.href, message: await copied(url.href) });
    } catch (error) {
      setLink({ url: "", message: (error as Error).message });
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

async function copied(url: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(url);
    return "Link copied.";
  } catch {
    // Some browsers do not allow access to the clipboard.
    return "Copy this link.";
  }
}
