import { window } from "vscode";

/** The commands that lead to the service, or ask where it is. */
export const serviceCommands: ReadonlySet<string> = new Set([
  "weir.push",
  "weir.createRule",
  "weir.dryRun",
  "weir.compare",
  "weir.diff",
  "weir.pull",
  "weir.delete",
  "weir.undo",
  "weir.preview",
  "weir.copyCurl",
  "weir.copyEmergencyCurl",
  "weir.signIn",
  "weir.verify",
  "weir.chooseProfile",
  "weir.chooseZone",
  "weir.useProfile",
]);

/** Where the service is out of reach such a command says why, and does nothing else. True when it has. */
export function saysWhyNot(command: string, whyNoService: string | undefined): boolean {
  if (whyNoService === undefined || !serviceCommands.has(command)) return false;
  // A notification would cut the sentence short.
  void window.showInformationMessage(whyNoService, { modal: true });
  return true;
}
