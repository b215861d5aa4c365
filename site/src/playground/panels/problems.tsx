import type { Fix, Problem } from "../editor/problems.ts";

interface ProblemsProps {
  readonly problems: readonly Problem[];
  readonly fixAll: Fix | undefined;
  onSelect(problem: Problem): void;
  onFix(fix: Fix): void;
}

const mostShown = 20;

/** The problems, listed below the editor because phones have no hover. */
export function Problems({ problems, fixAll, onSelect, onFix }: ProblemsProps) {
  return (
    <section class="problems" aria-label="Problems">
      <p>
        <span role="status">{summaryOf(problems)}</span>
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
