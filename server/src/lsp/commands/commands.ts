import {
  type CancellationToken,
  ErrorCodes,
  type ExecuteCommandParams,
  type ProgressToken,
  ResponseError,
} from "vscode-languageserver";
import { NoEmulatorError, ServiceError } from "../../api/service-error.ts";
import { PushError } from "../../push/push-error.ts";
import { canceled } from "../../push/result.ts";
import { Stopped } from "../../push/session/outcome.ts";
import { LockError } from "../../workspace/lock/lock-file.ts";
import { pathOf } from "../files/disk.ts";
import { log } from "../log.ts";
import type { CommandArguments, CommandName, FileResults, Refusal } from "../protocol.ts";
import type { ServerState } from "../server-state.ts";
import { startProgress } from "./asking/progress.ts";
import { changes } from "./changes.ts";
import { compareMeaning } from "./compare-meaning.ts";
import { copyCurl, copying } from "./copy.ts";
import { countOnEngine, engines } from "./count-on-engine.ts";
import { diffFiles, showRemote } from "./diff.ts";
import { profiles, verify } from "./profiles.ts";
import { pullFiles } from "./pull.ts";
import { pullSample } from "./pull-sample.ts";
import { createRule, deleteFiles, pushFiles } from "./push.ts";
import { resources } from "./resources.ts";
import { review, serviceRules } from "./review.ts";
import { isCommand, readArguments } from "./running/arguments.ts";
import { editorTexts } from "./running/editor-texts.ts";
import { Refused } from "./running/refused.ts";
import type { Command } from "./running/running.ts";
import { Running } from "./running/running.ts";
import { showResult } from "./running/show-result.ts";
import { Undos } from "./running/undos.ts";
import { setEnabled } from "./set-enabled.ts";
import { undoPush } from "./undo.ts";

const commands: Readonly<Record<CommandName, Command>> = {
  "weir.push": pushFiles,
  "weir.createRule": createRule,
  "weir.setEnabled": setEnabled,
  "weir.diff": diffFiles,
  "weir.pull": pullFiles,
  "weir.delete": deleteFiles,
  "weir.undo": undoPush,
  "weir.copyEscaped": copying(editorTexts["weir.copyEscaped"]),
  "weir.copyCurl": copyCurl,
  "weir.copySql": copying(editorTexts["weir.copySql"]),
  "weir.copyFilter": copying(editorTexts["weir.copyFilter"]),
  "weir.compareMeaning": compareMeaning,
  "weir.verify": verify,
  "weir.profiles": profiles,
  "weir.resources": resources,
  "weir.changes": changes,
  "weir.remoteText": showRemote,
  "weir.review": review,
  "weir.serviceRules": serviceRules,
  "weir.pullSample": pullSample,
  "weir.engines": engines,
  "weir.countOnEngine": countOnEngine,
};

/** The commands of one client, and their state. */
export class Commands {
  private readonly undos = new Undos();
  private readonly busy = new Set<string>();
  /** Running commands by progress token. */
  private readonly running = new Map<AbortController, ProgressToken | undefined>();

  constructor(private readonly editor: ServerState) {}

  /** Rejects only for unknown commands; errors are refusals. */
  async run(asked: ExecuteCommandParams, token: CancellationToken): Promise<object> {
    const { command: name } = asked;
    if (!isCommand(name))
      throw new ResponseError(ErrorCodes.InvalidParams, `Unknown command '${name}'.`);
    const command = commands[name];
    const args = readArguments(asked.arguments);
    const answer =
      "refusal" in args ? args : (this.distrust(command) ?? (await this.start(asked, args, token)));
    // Our own client shows the result itself.
    if (!this.editor.client.offers) showResult(answer, this.editor.connection);
    return answer;
  }

  /** The user canceled the progress with this token. */
  cancel(token: ProgressToken): void {
    for (const [controller, shown] of this.running) if (shown === token) controller.abort();
  }

  /** Stops accepting commands. */
  stop(): void {
    for (const controller of this.running.keys()) controller.abort();
  }

  private distrust({ isLocal }: Command): Refusal | undefined {
    if (isLocal || this.editor.choices.trusted) return undefined;
    return {
      refusal:
        "This workspace is not trusted, so Weir reads no profiles and connects to no host. Trust it in your editor first.",
    };
  }

  private async start(
    asked: ExecuteCommandParams,
    args: CommandArguments,
    token: CancellationToken,
  ): Promise<object> {
    const { editor, undos, busy } = this;
    editor.choices.variables = { ...editor.choices.variables, ...args.variables };
    const name = asked.command as CommandName;
    const { title, writes, run } = commands[name];
    const controller = new AbortController();
    const stopped = token.onCancellationRequested(() => controller.abort());
    const progress = startProgress(editor.connection, {
      token: asked.workDoneToken,
      mayCreate: editor.client.progress,
      title,
    });
    this.running.set(controller, progress.token);
    const { signal } = controller;
    const running = new Running({ name, editor, args, signal, progress, undos, busy });
    try {
      const answer = await run(running);
      if (writes && "results" in answer) noteRemoteStatus((answer as FileResults).results, running);
      return answer;
    } catch (error) {
      return refusalFor(error, running);
    } finally {
      stopped.dispose();
      this.running.delete(controller);
      progress.end();
      running.end();
      if (writes) editor.changed("status");
    }
  }
}

function noteRemoteStatus(results: FileResults["results"], running: Running): void {
  running.editor.remoteStatus.forget(results);
  for (const { uri, path, drifted } of results) {
    const file = drifted && uri !== undefined ? pathOf(uri) : undefined;
    if (file !== undefined) running.noteChange(path, file.slice(0, -path.length - 1));
  }
}

/** Expected errors are shown as they are. Anything else is a bug, and is logged. */
function refusalFor(error: unknown, running: Running): Refusal {
  if (error instanceof Refused) return error.answer;
  if (running.isCanceled && error instanceof ServiceError) return { refusal: canceled };
  const said = error instanceof Error ? error.message : String(error);
  const hasOwnWords = error instanceof PushError || error instanceof NoEmulatorError;
  const text = hasOwnWords ? error.inEditor : said;
  const isKnown = [PushError, Stopped, ServiceError, LockError].some((it) => error instanceof it);
  if (isKnown) return { refusal: running.hide(text) };
  const stack = error instanceof Error ? (error.stack ?? text) : text;
  const { editor, options } = running;
  log(editor.connection, "error", `The command '${options.name}' failed`, running.hide(stack));
  return { refusal: running.hide(`This is a bug in Weir: ${text}`) };
}
