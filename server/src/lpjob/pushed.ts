import { minify, pushedText } from "../json/format/minify.ts";
import type { Document } from "./document.ts";

/**
 * The job as the service gets it: minified, with its filter as a string. Variables are filled in on push, and the path of
 * a filter becomes that filter then.
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
