import { type Connection, ErrorCodes, Message, ResponseError } from "vscode-languageserver";
import { isPosition, isRange } from "./convert.ts";

const has = (test: (value: unknown) => boolean, name: string) => (value: unknown) =>
  test((value as Readonly<Record<string, unknown>> | null | undefined)?.[name]);
const isText = (value: unknown) => typeof value === "string";
const isObject = (value: unknown) => typeof value === "object" && value !== null;

/** The required form of a member of parameters, wherever a request has it. */
const members = {
  textDocument: [has(isText, "uri"), "an object with a 'uri'"],
  position: [isPosition, "a position"],
  positions: [(value) => Array.isArray(value) && value.every(isPosition), "an array of positions"],
  range: [isRange, "a range"],
  options: [has(Number.isInteger, "tabSize"), "options with a 'tabSize'"],
  newName: [isText, "a string"],
  query: [isText, "a string"],
  command: [isText, "a string"],
  previousResultIds: [Array.isArray, "an array"],
  lab: [isText, "a string"],
  text: [isText, "a string"],
  request: [isObject, "an object"],
  sample: [has(isText, "kind"), "an object with a 'kind'"],
} as const satisfies Readonly<Record<string, readonly [(value: unknown) => boolean, string]>>;

type Member = keyof typeof members;

const atPosition: readonly Member[] = ["textDocument", "position"];
const inDocument: readonly Member[] = ["textDocument"];
const inRange: readonly Member[] = ["textDocument", "range"];

/** The members that a request needs. A document that it may leave out is checked, too. */
const needed: Readonly<Record<string, readonly Member[]>> = {
  "textDocument/codeAction": inRange,
  "textDocument/codeLens": inDocument,
  "textDocument/completion": atPosition,
  "textDocument/definition": atPosition,
  "textDocument/diagnostic": inDocument,
  "textDocument/documentHighlight": atPosition,
  "textDocument/documentLink": inDocument,
  "textDocument/documentSymbol": inDocument,
  "textDocument/foldingRange": inDocument,
  "textDocument/formatting": ["textDocument", "options"],
  "textDocument/hover": atPosition,
  "textDocument/inlayHint": inRange,
  "textDocument/onTypeFormatting": ["textDocument", "position", "options"],
  "textDocument/prepareRename": atPosition,
  "textDocument/rangeFormatting": ["textDocument", "range", "options"],
  "textDocument/references": atPosition,
  "textDocument/rename": ["textDocument", "position", "newName"],
  "textDocument/selectionRange": ["textDocument", "positions"],
  "textDocument/semanticTokens/full": inDocument,
  "textDocument/semanticTokens/full/delta": inDocument,
  "textDocument/semanticTokens/range": inRange,
  "textDocument/signatureHelp": atPosition,
  "workspace/diagnostic": ["previousResultIds"],
  "workspace/executeCommand": ["command"],
  "workspace/symbol": ["query"],
  "weir/examples": [],
  "weir/form": inDocument,
  "weir/formEdit": inDocument,
  "weir/formFields": inDocument,
  "weir/shrink": inDocument,
  "weir/trace": ["request"],
  "weir/traceFields": [],
  "weir/traceRequest": ["text"],
  "weir/traceStart": [],
  "weir/traceTest": ["request", "text"],
  "weir/try": inDocument,
  "weir/tryLab": ["lab", "textDocument", "sample"],
  "weir/tryLabAdd": ["lab"],
  "weir/tryLabLine": ["lab"],
  "weir/tryLabLines": ["lab"],
  "weir/tryLabTexts": ["lab"],
  "weir/tryLines": inDocument,
};

/** Why the parameters of a request are wrong. */
function wrongParameters(method: string, sent: unknown): string | undefined {
  const names = needed[method];
  if (!names) return undefined;
  const isDocumentNamed = has((it) => it !== undefined, "textDocument")(sent);
  const checked = isDocumentNamed ? [...inDocument, ...names] : names;
  const wrong = checked.find((name) => !has(members[name][0], name)(sent));
  if (wrong) return `'${method}' needs '${wrong}': ${members[wrong][1]}.`;
  // An array would become the arguments of the handler.
  return isObject(sent) && !Array.isArray(sent) ? undefined : `'${method}' needs an object.`;
}

/** The name of a request with wrong parameters. No client sends it. */
const refused = "weir/wrongParameters";

/** Options of a connection that has `refuseWrongParameters`: handlers get right parameters only. */
export const connectionOptions = {
  messageStrategy: {
    handleMessage(message: Message, next: (message: Message) => void) {
      if (!Message.isRequest(message)) return next(message);
      const why = wrongParameters(message.method, message.params);
      next(why ? Object.assign(message, { method: refused, params: [why] }) : message);
    },
  },
};

export function refuseWrongParameters(connection: Connection): void {
  connection.onRequest(refused, (why: string) => {
    throw new ResponseError(ErrorCodes.InvalidParams, why);
  });
}
