import { l10n } from "../shared/l10n.ts";
import { Change } from "./change.tsx";
import type { FromReview, ReviewAnswer } from "./messages.ts";

interface JobsProps {
  readonly answer: ReviewAnswer;
  readonly isOutdated: boolean;
  readonly post: (message: FromReview) => void;
}

/** The jobs and filters that changed. */
export function Jobs({ answer, isOutdated, post }: JobsProps) {
  const { jobs } = answer.review;
  const changed = jobs.filter((it) => it.change !== "unchanged");
  const same = jobs.length - changed.length;
  if (jobs.length === 0 || (isOutdated && changed.length === 0)) return null;
  return (
    <section aria-label={l10n.t("Jobs and filters")}>
      <h2>{l10n.t("Jobs and filters")}</h2>
      <ul class="rules">
        {changed.map(({ change, name, detail = "", source = "", range }, at) => (
          <Change
            key={at}
            change={change}
            name={name}
            about={detail}
            path={source}
            range={range}
            answer={answer}
            post={post}
          />
        ))}
      </ul>
      {same > 0 && !isOutdated && (
        <p class="muted">
          {same === 1
            ? l10n.t("1 job or filter is unchanged.")
            : l10n.t("{0} jobs and filters are unchanged.", same)}
        </p>
      )}
    </section>
  );
}
