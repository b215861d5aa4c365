/** The interface to the language server. A separate bundle, for Node and browsers. */
export { changesIn, outermost } from "../questions/changes.ts";
export { textsIn } from "../subject.ts";
export { addedCondition, addedExample, addedRange, lineDatasets } from "./additions.ts";
export { Sample } from "./sample.ts";
export { LabSession } from "./session.ts";
export { TextReader } from "./text-reader.ts";
