// Shows a plain box with the text while the editor loads. The box keeps typed text.
import { draftKind, draftOf } from "./drafts.ts";
import { starts } from "./examples/texts.ts";

const box = document.querySelector<HTMLTextAreaElement>("#playground textarea");
if (box && location.hash.length > 1) box.hidden = true;
else if (box) {
  const kind = draftKind() ?? "lpfilter";
  box.defaultValue = draftOf(`text.${kind}`) ?? starts[kind];
}
