import { jobProperties } from "../../../server/src/lpjob/catalog/job-properties.ts";
import { outputOptions } from "../../../server/src/lpjob/catalog/output-options.ts";
import { lpfilterGrammar } from "./lpfilter-grammar.ts";

/**
 * A job is JSON with a filter in it. Its grammar is a filter's under another name, with the properties of a job and the
 * variables that are filled in on push.
 */
export function lpjobGrammar(): object {
  const filter = JSON.parse(JSON.stringify(lpfilterGrammar()).replaceAll(".lpfilter", ".lpjob"));
  const { repository } = filter;
  return {
    ...filter,
    name: "Log push job",
    repository: {
      ...repository,
      object: {
        ...repository.object,
        patterns: [{ include: "#fieldNames" }, ...repository.object.patterns],
      },
      fieldNames: {
        ...repository.keyword,
        begin: '"(field_names)"',
        patterns: fieldNames(repository),
      },
      keyword: { ...repository.keyword, begin: `"(${keywords()})"` },
      // A job has its dataset in a property, not in a directive.
      directives: {
        patterns: repository.directives.patterns.filter(
          (it: { readonly match: string }) => !it.match.includes("@dataset"),
        ),
      },
      escapes: { patterns: [...filledIn, ...repository.escapes.patterns] },
    },
  };
}

/** The properties of a job, and the properties of a filter without their own rule. */
function keywords(): string {
  const names = [...jobProperties, ...outputOptions].map((it) => it.name);
  const others = names.filter((it) => it !== "field_names").map((it) => it.replaceAll("-", "\\-"));
  return ["where", "and", "or", "value", ...new Set(others)].join("|");
}

function fieldNames(repository: {
  readonly array: { readonly patterns: readonly object[] };
  readonly key: { readonly patterns: readonly object[] };
}): readonly object[] {
  const [, fieldName = {}] = repository.key.patterns;
  const list = { ...repository.array, patterns: [fieldName, ...repository.array.patterns] };
  return [{ include: "#colon" }, list, { include: "#value" }];
}

const filledIn = [
  {
    name: "variable.other.environment.lpjob",
    match: String.raw`(?<!\$)\$\{env:[A-Za-z_]\w*\}`,
  },
  { name: "constant.other.placeholder.lpjob", match: String.raw`\{DATE\}` },
  {
    match: String.raw`(\{\{-?)\s*\.(\w+)\s*(-?\}\})`,
    captures: {
      "1": { name: "punctuation.section.embedded.begin.lpjob" },
      "2": { name: "variable.other.property.lpjob" },
      "3": { name: "punctuation.section.embedded.end.lpjob" },
    },
  },
];
