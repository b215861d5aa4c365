import type { Frame } from "playwright-core";

/** The contents of a page now and after each of its changes: texts and attributes. */
export async function recordFrames(page: Frame): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(`
    window.recorder?.disconnect();
    window.recorded = [document.body.innerHTML];
    window.recorder = new MutationObserver(() => window.recorded.push(document.body.innerHTML));
    window.recorder.observe(document.body, {
      ...{ childList: true, subtree: true, characterData: true, attributes: true },
    });
  `);
  return () => page.evaluate<readonly string[]>("window.recorded");
}
