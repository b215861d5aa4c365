import { type Offer, placeholder } from "../../../json/features/slot.ts";
import {
  type Dataset,
  datasets,
  describeDataset,
  describeField,
  type Field,
  mostUsedDatasets,
  mostUsedFields,
} from "../../../lpfilter/language.ts";
import { mostUsedFirst } from "../../../text/nearest.ts";
import { thousands } from "../../../text/wording.ts";
import type { PropertyRow } from "../../catalog/property.ts";
import type { Provider } from "../../catalog/provider.ts";
import { providers } from "../../catalog/providers.ts";
import type { Document } from "../../document.ts";
import { listedFields } from "../../syntax/job.ts";
import { shownPath } from "../../values/paths.ts";
import { describeProvider } from "../describe.ts";

/** Completions for the value of a property. */
export function valueOffers(doc: Document, row: PropertyRow): readonly Offer[] {
  switch (row.shape) {
    case "boolean":
    case "boolean or string":
      return ["true", "false"].map((it) => ({ label: it, kind: "value", text: it }));
    case "number":
      return [
        plain("1", "All log lines"),
        plain("0.1", "10% of log lines"),
        plain("0.01", "1% of log lines"),
      ];
    case "integer":
      return limitOffers(row);
    case "field names":
      return [snippet("[ ]", `["${placeholder(1)}"]`, "array of field names")];
    case "options":
      return [
        snippet(
          "{ }",
          `{ "field_names": ["${placeholder(1)}"], "timestamp_format": "${placeholder(2)}" }`,
          "Fields and their format",
        ),
      ];
    case "filter":
      return filterOffers(doc);
    case "string":
      return textOffers(row);
  }
}

function textOffers(row: PropertyRow): readonly Offer[] {
  if (row.name === "dataset")
    return mostUsedFirst(datasets, (it) => it.name, mostUsedDatasets).map(datasetOffer);
  if (row.name === "destination_conf") return providers.map(destinationOffer);
  return (row.values ?? []).map(({ value, meaning }) => ({
    label: value === "" ? '""' : value,
    kind: "value",
    text: JSON.stringify(value),
    detail: meaning,
  }));
}

function datasetOffer(dataset: Dataset): Offer {
  return {
    label: dataset.name,
    kind: "value",
    text: JSON.stringify(dataset.name),
    detail: dataset.title,
    meaning: dataset.title,
    documentation: () => describeDataset(dataset),
  };
}

/** A complete destination with placeholders. */
function destinationOffer(provider: Provider): Offer {
  return {
    label: `${provider.scheme}://`,
    kind: "snippet",
    text: `"${withPlaceholders(provider, 1)}"`,
    detail: provider.name,
    meaning: provider.name,
    snippet: true,
    documentation: () => describeProvider(provider),
  };
}

/** The destination of a provider as a snippet, with placeholders numbered from the given one. */
export function withPlaceholders({ form }: Provider, from: number): string {
  let number = from;
  return form
    .replaceAll("$", "\\$")
    .replace(/<([^<>]*)>/g, (_, word: string) => placeholder(number++, word));
}

function limitOffers({ limits }: PropertyRow): readonly Offer[] {
  if (!limits) return [];
  const { least, most, unit } = limits;
  return [
    plain("0", "Default of the service"),
    plain(String(least), `Minimum: ${thousands(least)} ${unit}`),
    plain(String(most), `Maximum: ${thousands(most)} ${unit}`),
  ];
}

function filterOffers({ context }: Document): readonly Offer[] {
  const condition = `{ "key": "${placeholder(1)}", "operator": "${placeholder(2)}", "value": "${placeholder(3)}" }`;
  const paths = (context.files ?? []).map(
    (it): Offer => ({
      label: shownPath(it),
      kind: "value",
      text: JSON.stringify(shownPath(it)),
      detail: "Filter in a separate file",
    }),
  );
  return [
    ...paths,
    snippet("where", `{\n  "where": ${condition}\n}`, "Filter in the job"),
    ...(context.files
      ? []
      : [
          snippet(
            "./….lpfilter",
            `"./${placeholder(1, "errors")}.lpfilter"`,
            "Filter in a separate file",
          ),
        ]),
    { label: '""', kind: "value", text: '""', detail: "No filter" },
  ];
}

/** The fields of the dataset that the list does not have yet; the name at the cursor is being replaced. */
export function fieldOffers(doc: Document, at: number): readonly Offer[] {
  const listed = new Set(
    listedFields(doc.job)
      .filter((it) => it.start !== at)
      .map((it) => it.value),
  );
  const fields = mostUsedFirst([...doc.fields.values()], (it) => it.name, mostUsedFields);
  const missing = fields.filter((it) => !listed.has(it.name));
  const old = missing.filter((it) => it.deprecated);
  return [...missing.filter((it) => !it.deprecated), ...old].map((it) =>
    fieldOffer(it, doc.job.dataset),
  );
}

export function fieldOffer(field: Field, dataset: string): Offer {
  return {
    label: field.name,
    kind: "field",
    text: JSON.stringify(field.name),
    detail: field.type,
    documentation: () => describeField(field, dataset),
    ...(field.deprecated ? { deprecated: true } : {}),
  };
}

function plain(text: string, detail: string): Offer {
  return { label: text, kind: "value", text, detail };
}

function snippet(label: string, text: string, detail: string): Offer {
  return { label, kind: "snippet", text, detail, snippet: true, next: "suggest" };
}
