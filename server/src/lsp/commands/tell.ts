import {
  type Connection,
  MessageType,
  ShowMessageNotification,
  type ShowMessageParams,
} from "vscode-languageserver/node";
import type { FileResult, FileResults, Refused } from "../protocol.ts";

const most = 10;

/** Shows how a command went to the user of a client that does not know our commands. */
export function tell(answer: object, connection: Pick<Connection, "sendNotification">): void {
  const told = wordsFor(answer as Partial<FileResults & Refused>);
  if (!told) return;
  void connection.sendNotification(ShowMessageNotification.type, told);
}

function wordsFor({
  refusal,
  results,
}: Partial<FileResults & Refused>): ShowMessageParams | undefined {
  if (refusal !== undefined) return { type: MessageType.Error, message: refusal };
  if (!results || results.length === 0) return undefined;
  const lines = results.slice(0, most).map(lineOf);
  const more = results.length > most ? [`… and ${results.length - most} more.`] : [];
  return { type: typeOf(results), message: [...lines, ...more].join("\n") };
}

function lineOf({ path, message, text }: FileResult): string {
  return `${path}: ${message}${text === undefined ? "" : `\n${text}`}`;
}

function typeOf(results: readonly FileResult[]): MessageType {
  if (results.some((it) => it.outcome === "failed")) return MessageType.Error;
  return results.some((it) => it.outcome === "skipped") ? MessageType.Warning : MessageType.Info;
}
