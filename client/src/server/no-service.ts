import { window } from "vscode";

/** Commands that need the service. */
export const serviceCommands: ReadonlySet<string> = new Set([
  "weir.push",
  "weir.createRule",
  "weir.setEnabled",
  "weir.enableJob",
  "weir.disableJob",
  "weir.pushAll",
  "weir.dryRun",
  "weir.compare",
  "weir.diff",
  "weir.pull",
  "weir.delete",
  "weir.undo",
  "weir.preview",
  "weir.reviewChanges",
  "weir.copyCurl",
  "weir.copyEmergencyCurl",
  "weir.signIn",
  "weir.verify",
  "weir.chooseProfile",
  "weir.chooseZone",
  "weir.useProfile",
]);

/** Shows why the service is not available. Returns whether it did. */
export function showIfNoService(command: string, whyNoService: string | undefined): boolean {
  if (whyNoService === undefined || !serviceCommands.has(command)) return false;
  // A notification would truncate the text.
  void window.showInformationMessage(whyNoService, { modal: true });
  return true;
}
