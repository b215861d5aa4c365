import {
  type Connection,
  MessageType,
  ShowMessageNotification,
  type ShowMessageParams,
} from "vscode-languageserver";
import { printable } from "../../../text/printable.ts";
import { plainMessage } from "../../log.ts";
import type { FileResult, FileResults, NamedPlace, Refusal, Verified } from "../../protocol.ts";

const most = 10;

type ShownResult = Partial<FileResults & Refusal & Verified & { readonly text: string }>;

/** Shows the result of a command in a client without its own support for our commands. */
export function showResult(answer: object, connection: Pick<Connection, "sendNotification">): void {
  const told = wordsFor(answer);
  if (!told) return;
  const message = plainMessage(told.message);
  void connection.sendNotification(ShowMessageNotification.type, { ...told, message });
}

function wordsFor({ refusal, results, text, ...more }: ShownResult): ShowMessageParams | undefined {
  if (refusal !== undefined) return { type: MessageType.Error, message: refusal };
  if (results) return { type: typeOf(results), message: resultWords(results) };
  // The client does not copy the text, so show it.
  if (text) return { type: MessageType.Info, message: text };
  const { origin, identity, zones, accounts } = more;
  if (!zones || !accounts) return undefined;
  const lines = [
    `'${origin}' accepts the credential: ${identity}.`,
    `Zones: ${placeWords(zones)}. Accounts: ${placeWords(accounts)}.`,
  ];
  return { type: MessageType.Info, message: lines.join("\n") };
}

function placeWords(places: readonly NamedPlace[]): string {
  if (places.length === 0) return "none";
  const shown = places.slice(0, most).map(({ name, id }) => `${printable(name)} (${id})`);
  const more = places.length > most ? [`and ${places.length - most} more`] : [];
  return [...shown, ...more].join(", ");
}

function resultWords(results: readonly FileResult[]): string {
  if (results.length === 0) return "Nothing to do.";
  const lines = results.slice(0, most).map(lineOf);
  const more = results.length > most ? [`… and ${results.length - most} more.`] : [];
  return [...lines, ...more].join("\n");
}

function lineOf({ path, message, text }: FileResult): string {
  return `${path}: ${message}${text === undefined ? "" : `\n${text}`}`;
}

function typeOf(results: readonly FileResult[]): MessageType {
  if (results.some((it) => it.outcome === "failed")) return MessageType.Error;
  return results.some((it) => it.outcome === "skipped") ? MessageType.Warning : MessageType.Info;
}
