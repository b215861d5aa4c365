import { commands, EventEmitter, l10n, type OutputChannel, window } from "vscode";
import type { ProfileRow } from "../../../server/src/lsp/protocol.ts";
import { pickProfile } from "../account/choose-profile.ts";
import type { Profiles } from "../account/profiles.ts";
import { oneLine } from "../labels.ts";
import { type Ask, isRefused } from "../server/ask.ts";
import { emulatorArguments, loopbackProfiles } from "./arguments.ts";
import type { EmulatorRun, RunsEmulator } from "./run.ts";

/** The emulator that was started from this window. */
export class Emulator {
  readonly #changed = new EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #run: EmulatorRun | undefined;
  #output: OutputChannel | undefined;

  constructor(
    private readonly runEmulator: RunsEmulator | undefined,
    private readonly profiles: Profiles,
    private readonly ask: Ask,
  ) {
    if (!runEmulator) void commands.executeCommand("setContext", "weir.noEmulator", true);
  }

  get runs(): boolean {
    return this.#run !== undefined;
  }

  /** Whether a profile uses an emulator that is not running. */
  async isMissing(row: ProfileRow): Promise<boolean> {
    return row.isLoopback && !this.runs && !(await this.answers(row));
  }

  /** Starts the emulator on the port of the given profile. */
  async start(profile?: string): Promise<void> {
    if (!this.runEmulator) {
      void window.showInformationMessage(l10n.t("The emulator cannot run in a browser."));
      return;
    }
    if (this.#run) {
      void window.showInformationMessage(l10n.t("The emulator is already running."));
      return;
    }
    const rows = await this.profiles.read();
    const selected = profile === undefined ? undefined : this.profiles.named(profile);
    const fitting = loopbackProfiles(rows, selected ?? this.profiles.for(undefined));
    const title = l10n.t("Start the emulator for which profile?");
    const row = fitting.length > 1 ? await pickProfile(fitting, this.profiles, title) : fitting[0];
    if (fitting.length > 1 && !row) return;
    if (row && (await this.answers(row))) {
      void window.showInformationMessage(
        l10n.t("An emulator is already running at {0}.", row.origin),
      );
      return;
    }
    await this.launch(this.runEmulator, emulatorArguments(row, rows));
  }

  stop(): void {
    this.#run?.stop();
  }

  dispose(): void {
    this.stop();
    this.#output?.dispose();
  }

  private async answers({ name, uri }: ProfileRow): Promise<boolean> {
    return !isRefused(await this.ask("weir.verify", { profile: name, uri }));
  }

  private async launch(runEmulator: RunsEmulator, args: readonly string[]): Promise<void> {
    this.#output ??= window.createOutputChannel("Weir Emulator");
    const output = this.#output;
    const run = runEmulator(args, (line) => output.appendLine(line));
    this.set(run);
    void run.ended.then(() => {
      if (this.#run === run) this.set(undefined);
    });
    try {
      const address = await run.listening;
      this.#changed.fire();
      void window.showInformationMessage(
        l10n.t("The emulator is listening on {0}.", new URL(address).host),
      );
    } catch (error) {
      const show = l10n.t("Show Output");
      const reason = error instanceof Error ? error.message : String(error);
      const said = oneLine(reason.replace(/^weir: /, ""), 1000);
      const message = l10n.t("The emulator did not start. {0}", said);
      if ((await window.showErrorMessage(message, show)) === show) output.show(true);
    }
  }

  private set(run: EmulatorRun | undefined): void {
    this.#run = run;
    void commands.executeCommand("setContext", "weir.emulatorRuns", run !== undefined);
    this.#changed.fire();
  }
}
