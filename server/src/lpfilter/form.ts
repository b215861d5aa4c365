import type { FilterForm } from "../core/form.ts";
import { difference } from "../text/edit.ts";
import { Impossible } from "./form/condition.ts";
import { formFields } from "./form/fields.ts";
import type { FormDocument } from "./form/form-document.ts";
import { keepFormat } from "./form/format.ts";
import { modelOf, obstacleOf } from "./form/model.ts";
import { carryOut } from "./form/operations.ts";
import { treeOf, writeTree } from "./form/tree.ts";

export { keepFormat } from "./form/format.ts";

/** A filter as a form. */
export function formOf(doc: FormDocument): FilterForm {
  const { text, json, context } = doc;
  const { start, end } = json.root ?? { start: 0, end: text.length };
  return {
    start,
    end,
    model: () => modelOf(doc),
    fields: () => formFields(doc),
    edit(operation, options) {
      if (operation.kind === "dataset") return [doc.nameDataset(operation.name)];
      const obstacle = obstacleOf(doc);
      if (obstacle) return { refusal: obstacle.message };
      if (operation.kind === "example") {
        const example = doc.exampleEdit(operation.isKept ? "keep" : "drop");
        return example ? [example] : { refusal: "No line was found for this test." };
      }
      const tree = treeOf(doc);
      try {
        carryOut(tree, operation);
      } catch (error) {
        if (error instanceof Impossible) return { refusal: error.message };
        throw error;
      }
      const after = keepFormat(json, writeTree(tree), options, context.hasHoles);
      return difference(text, after);
    },
  };
}
