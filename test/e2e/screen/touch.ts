import type { Frame, Page } from "playwright-core";

/** As on a phone, where the pointer is a finger. */
export async function useFinger(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 1 });
}

/** The visible controls of the page and its frames that are too small for a finger. */
export async function smallTargets(page: Page): Promise<string[]> {
  const of = async (it: Frame) => ((await isShown(it)) ? smallIn(it) : []);
  return (await Promise.all(page.frames().map(of))).flat();
}

async function isShown(frame: Frame): Promise<boolean> {
  return frame.parentFrame() === null || (await frame.frameElement()).isVisible();
}

function smallIn(frame: Frame): Promise<string[]> {
  return frame.evaluate(`
    [...document.querySelectorAll("a[href], button, input, select, summary, textarea, [role=row]")]
      .filter((it) => it.checkVisibility({ visibilityProperty: true }))
      .filter((it) => {
        const { width, height } = it.getBoundingClientRect();
        // Elements of a pixel are for screen readers.
        return width > 1 && (width < 24 || height < 24);
      })
      .map((it) => it.outerHTML)
  `);
}
