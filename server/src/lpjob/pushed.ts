import { minify, pushedText } from "../json/format/minify.ts";
import type { Document } from "./document.ts";

/**
 * The job as sent to the service: minified, with its filter as a string. Variables and the path of a filter are only
 * replaced on push.
 */
export function pushed({ json, job, inline, escaped }: Document): string | undefined {
  const { object } = job;
  if (!object || json.isCut) return pushedText(json);
  const filter = (inline ?? escaped)?.pushed();
  const properties = object.properties.map(({ name, value }) => {
    const isFilter = filter !== undefined && value !== undefined && value === job.filter?.value;
    const written = isFilter ? JSON.stringify(filter) : value ? minify(value, json.text) : "null";
    return `${JSON.stringify(name.value)}:${written}`;
  });
  return `{${properties.join(",")}}`;
}
