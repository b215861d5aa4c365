import type { FilterForm, FormModel, FormObstacle } from "../../core/form.ts";
import { keepFormat, lpfilter } from "../../lpfilter/language.ts";
import { applyEdits, difference, type Edit, insert, replace } from "../../text/edit.ts";
import { firstLineBreak } from "../../text/lines.ts";
import type { Document } from "../document.ts";
import { nameDataset } from "../rewrite/insert.ts";
import { propertyIn } from "../syntax/job.ts";
import { normalPath } from "../values/paths.ts";

/** The form of the job's filter. A job without a filter gets one with the first condition. */
export function forms(doc: Document): readonly FilterForm[] {
  const inner = doc.inline?.forms?.() ?? doc.escaped?.forms();
  return inner ?? [withoutFilter(doc)];
}

function withoutFilter(doc: Document): FilterForm {
  const { text, context, job } = doc;
  const [empty] = lpfilter.analyze("", { ...context, forcedDataset: job.dataset }).forms?.() ?? [];
  const obstacle = obstacleOf(doc);
  const model: FormModel | undefined = empty?.model();
  const { start, end } = propertyIn(job, "job", "filter")?.property ?? {
    start: 0,
    end: text.length,
  };
  const noBudget = { operators: [0, 0], bytes: [0, 0] } as const;
  return {
    start,
    end,
    model: () => ({
      dataset: job.dataset,
      budget: model?.budget ?? noBudget,
      ...(obstacle && { obstacle }),
    }),
    fields: () =>
      empty?.fields() ?? { dataset: job.dataset, fields: [], operators: [], values: {} },
    edit(operation, options) {
      if (operation.kind === "dataset") return [nameDataset(job, operation.name)];
      if (obstacle || !empty) return { refusal: obstacle?.message ?? "" };
      const edits = empty.edit(operation, options);
      if ("refusal" in edits) return edits;
      const after = applyEdits(text, [place(doc, applyEdits("", edits).trim())]);
      return difference(text, keepFormat(doc.json, after, options, context.hasHoles));
    },
  };
}

function obstacleOf({ json, job, text }: Document): FormObstacle | undefined {
  const [error] = json.errors;
  if (error) return { start: error.start, end: error.end, message: error.message };
  const { filter, object } = job;
  if (!object)
    return { start: 0, end: Math.min(1, text.length), message: "The text is not a job." };
  const written = propertyIn(job, "job", "filter")?.property.value;
  if (filter?.kind === "path") {
    const { start, end, value } = filter.value;
    return {
      start,
      end,
      message: `The filter is in '${value}'.`,
      file: normalPath(value) ?? value,
    };
  }
  if (!written || filter?.kind === "none") return undefined;
  return { start: written.start, end: written.end, message: 'Expected a filter: { "where": … }.' };
}

function place({ job, text }: Document, filter: string): Edit {
  const old = propertyIn(job, "job", "filter")?.property.value;
  if (old) return replace(old, filter);
  const { object } = job;
  const last = object?.properties[object.properties.length - 1];
  const written = `"filter": ${filter}`;
  if (last) return insert(last.end, `,${gapBefore(text, last.start)}${written}`);
  return insert((object?.start ?? -1) + 1, ` ${written} `);
}

/** The line break and indentation before a property, or a space. */
function gapBefore(text: string, start: number): string {
  const indent = /(?:^|[\r\n])([ \t]*)$/.exec(text.slice(Math.max(0, start - 200), start))?.[1];
  return indent === undefined ? " " : firstLineBreak(text) + indent;
}
