import type { Hono } from "hono";
import { type ErrorItem, refuseAny } from "../envelope.ts";
import { readFault } from "../faults.ts";
import { readChanges, type Settings } from "../state/settings.ts";
import { readBody } from "./body.ts";

/** Beside the service's own paths, so that nothing here can be taken for a part of it. */
export const controlPath = "/__weir/control";

export interface Controls {
  readonly settings: Settings;
  configure(changes: Partial<Settings>): void;
  /** Forgets every job, filter, rule and ruleset, and takes back every change of the settings. */
  reset(): void;
}

/** Lets people and tests change the settings of an emulator that runs. Every answer is the settings. */
export function addControls(app: Hono, controls: Controls): void {
  const settings = () => Response.json(controls.settings);
  const faults = `${controlPath}/faults`;
  app.get(controlPath, settings);
  app.patch(controlPath, async (c) => {
    controls.configure(readChanges(await readBody(c.req.raw)));
    return settings();
  });
  app.post(faults, async (c) => {
    const problems: ErrorItem[] = [];
    const fault = readFault(await readBody(c.req.raw), "", problems);
    refuseAny(400, problems);
    controls.configure({ faults: [...controls.settings.faults, fault] });
    return settings();
  });
  app.delete(faults, () => {
    controls.configure({ faults: [] });
    return settings();
  });
  app.post(`${controlPath}/reset`, () => {
    controls.reset();
    return settings();
  });
}
