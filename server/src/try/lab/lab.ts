/** Everything that the language server asks for. A bundle of its own, for Node and for browsers. */
export { textsIn } from "../subject.ts";
export { addedCondition, addedExample, lineDatasets } from "./additions.ts";
export { Sample } from "./sample.ts";
export { LabSession } from "./session.ts";
export { TextReader } from "./text-reader.ts";
