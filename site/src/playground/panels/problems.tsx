import { useEffect, useState } from "preact/hooks";
import type { Analyzed } from "../editor/analysis.ts";
import type { Fix, Problem } from "../editor/problems.ts";
import type { Loading } from "../loading.ts";
import type { Server } from "../server.ts";

interface ProblemsProps {
  readonly server: Server;
  /** Undefined until the text was checked. */
  readonly analyzed: Analyzed | undefined;
  onSelect(problem: Problem): void;
  onFix(fix: Fix): void;
}

const mostShown = 20;

/** The problems, listed below the editor because phones have no hover. */
export function Problems({ server, analyzed, onSelect, onFix }: ProblemsProps) {
  const { problems = [], fixAll } = analyzed ?? {};
  return (
    <section class="problems" aria-label="Problems">
      <p>
        {analyzed ? <span role="status">{summaryOf(problems)}</span> : <Progress server={server} />}
        {fixAll && (
          <button type="button" onClick={() => onFix(fixAll)}>
            {fixAll.title}
          </button>
        )}
      </p>
      <ul>
        {problems.slice(0, mostShown).map((it) => (
          <li class={it.severity} key={`${it.from} ${it.to} ${it.code} ${it.message}`}>
            <span class="severity">{it.severity}</span>
            <button type="button" class="plain" onClick={() => onSelect(it)}>
              <span class="place">Line {it.line}</span> {it.message}
            </button>
            <a href={`../diagnostics/${it.code}.html`}>{it.code}</a>
            {it.fixes.map((fix) => (
              <button type="button" key={fix.title} onClick={() => onFix(fix)}>
                {fix.title}
              </button>
            ))}
          </li>
        ))}
      </ul>
      {problems.length > mostShown && <p>And {problems.length - mostShown} more.</p>}
    </section>
  );
}

function summaryOf(problems: readonly Problem[]): string {
  if (problems.length === 0) return "No problems.";
  return problems.length === 1 ? "1 problem." : `${problems.length} problems.`;
}

/** How much of the language server has been loaded. The text can be edited meanwhile. */
function Progress({ server }: Pick<ProblemsProps, "server">) {
  const [loading, setLoading] = useState<Loading["loading"]>();
  useEffect(() => {
    server.onLoading = setLoading;
  }, [server]);
  if (loading === "failed")
    return <span role="alert">Weir could not be loaded. Keep your text, and reload the page.</span>;
  const { bytes = 0, size = 0 } = loading ?? {};
  if (bytes >= size) return <span role="status">Checking…</span>;
  return (
    <label>
      Loading the checker… <progress value={bytes} max={size} />
    </label>
  );
}
