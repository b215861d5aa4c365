import { type TabInputCustom, window } from "vscode";
import { formView } from "./languages.ts";

/** The file of the active form, which is not a text editor. */
export function activeFormUri(): string | undefined {
  return formOf(window.tabGroups.activeTabGroup?.activeTab?.input);
}

/** The file of a tab with a form. */
export function formOf(input: unknown): string | undefined {
  const { viewType, uri } = (input ?? {}) as Partial<TabInputCustom>;
  return viewType === formView ? uri?.toString() : undefined;
}
