import type { FormField, FormFields } from "../../core/form.ts";
import { mostUsedFirst } from "../../text/nearest.ts";
import type { Field } from "../catalog/dataset.ts";
import { mostUsedFields } from "../catalog/most-used.ts";
import { operators } from "../catalog/operators.ts";
import { scalarOf } from "../values/operand.ts";
import type { FormDocument } from "./form-document.ts";
import { fittingOperators } from "./values.ts";

/** The fields that the service accepts in a filter of the document. */
export function formFields(doc: FormDocument): FormFields {
  const fields = doc.filterable();
  const values: Record<string, readonly (readonly [string, string])[]> = {};
  for (const field of fields) {
    const name = valuesName(field);
    if (name !== undefined) values[name] ??= [...doc.valuesOf(field)];
  }
  return {
    dataset: doc.datasets[0] ?? "",
    fields: mostUsedFirst(fields, (it) => it.name, mostUsedFields).map(fieldOf),
    operators: operators.map((it) => ({
      name: it.name,
      reads: it.reads,
      isList: it.operand === "list",
      isPart: /(?:contains|startsWith|endsWith)$/.test(it.name),
    })),
    values,
  };
}

function fieldOf(field: Field): FormField {
  const values = valuesName(field);
  return {
    name: field.name,
    type: field.type,
    doc: field.doc,
    operators: fittingOperators(field).map((it) => it.name),
    input: scalarOf[field.type] ?? "string",
    ...(values !== undefined && { values }),
    ...(field.deprecated !== undefined && { deprecated: true as const }),
  };
}

function valuesName({ name, vocabulary, values }: Field): string | undefined {
  return vocabulary ?? (values ? name : undefined);
}
