import type { CancellationToken } from "vscode";
import type {
  ChangesResult,
  CommandArguments,
  CommandName,
  EnginesResult,
  FileResults,
  LabEngineAnswer,
  MeaningResult,
  ProfilesResult,
  PulledSampleResult,
  Refusal,
  RemoteTextResult,
  ResourcesResult,
  ReviewAnswer,
  ServiceRulesAnswer,
  TextResult,
  VerifyResult,
} from "../../../server/src/lsp/protocol.ts";

/** The results of the commands. */
interface Answers {
  readonly "weir.push": FileResults;
  readonly "weir.createRule": FileResults;
  readonly "weir.setEnabled": FileResults;
  readonly "weir.diff": FileResults;
  readonly "weir.pull": FileResults;
  readonly "weir.delete": FileResults;
  readonly "weir.undo": FileResults;
  readonly "weir.copyEscaped": Exclude<TextResult, Refusal>;
  readonly "weir.copyCurl": Exclude<TextResult, Refusal>;
  readonly "weir.copySql": Exclude<TextResult, Refusal>;
  readonly "weir.copyFilter": Exclude<TextResult, Refusal>;
  readonly "weir.compareMeaning": Exclude<MeaningResult, Refusal>;
  readonly "weir.remoteText": Exclude<RemoteTextResult, Refusal>;
  readonly "weir.verify": Exclude<VerifyResult, Refusal>;
  readonly "weir.profiles": ProfilesResult;
  readonly "weir.changes": Exclude<ChangesResult, Refusal>;
  readonly "weir.resources": Exclude<ResourcesResult, Refusal>;
  readonly "weir.review": ReviewAnswer;
  readonly "weir.serviceRules": ServiceRulesAnswer;
  readonly "weir.pullSample": PulledSampleResult;
  readonly "weir.engines": EnginesResult;
  readonly "weir.countOnEngine": LabEngineAnswer;
}
export type CommandResult<Name extends CommandName> = Answers[Name];

export interface AskOptions {
  /** Also cancels the request on the server. */
  readonly token?: CancellationToken;
  /** Receives progress messages. */
  readonly report?: (text: string) => void;
}

/** Runs a command on the server. Never throws: errors become refusals. */
export type Ask = <Name extends CommandName>(
  command: Name,
  args: CommandArguments,
  options?: AskOptions,
) => Promise<CommandResult<Name> | Refusal>;

export function isRefused(answer: object): answer is Refusal {
  return "refusal" in answer;
}
