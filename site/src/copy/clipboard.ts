/** Milliseconds that a button says that it has copied something. */
export const copiedFor = 2000;

/** Returns whether it was copied: some browsers do not allow access to the clipboard. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
