import type { FileContext } from "../languages.ts";
import type { Suggestion, Together } from "./answer.ts";
import { Proofs } from "./keep.ts";

/** A filter as a file: with what each part drops, and lines that it drops as tests. */
export function filterFileText(
  dataset: string,
  context: FileContext,
  { filter, keeps, suggestions: chosen, share }: Together,
  suggestions: readonly Suggestion[],
  job: string,
): string {
  const parts = chosen.flatMap((index) => suggestions[index] ?? []);
  const proofs = new Proofs(dataset, context);
  const comments = [
    `@dataset ${dataset}`,
    `Sends ${percent(share)} less than ${job}, measured with 'weir cost'. It drops:`,
    ...parts.map((it) => `- ${percent(it.share)}: ${it.text}`),
    ...keeps.map((it) => `Keeps everything that ${it.path} keeps of ${job} (proved).`),
    ...parts.flatMap(({ drops }) => {
      const line = proofs.example(drops.where, filter.where);
      return line ? [`@drop ${JSON.stringify(line)}`] : [];
    }),
  ];
  const head = comments.map((it) => `// ${oneLine(it)}\n`).join("");
  return `${head}${JSON.stringify(filter, undefined, 2)}\n`;
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(1))}%`;
}

/** Values are from logs, and must not end a comment. */
function oneLine(text: string): string {
  return text.replace(/[\r\n\u0085\u2028\u2029]/g, " ");
}
