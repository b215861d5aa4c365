import type { Hono } from "hono";
import { type ErrorItem, refuseAny } from "../envelope.ts";
import { readFault } from "../faults.ts";
import { readChanges, type Settings } from "../state/settings.ts";
import { readBody } from "./body.ts";

/** Separate from the service's paths, so that it is not mistaken for part of the service. */
export const controlPath = "/__weir/control";

export interface Controls {
  readonly settings: Settings;
  configure(changes: Partial<Settings>): void;
  /** Deletes every job, filter, rule and ruleset, and resets the settings. */
  reset(): void;
}

/** Changes the settings of a running emulator. Every response contains the current settings. */
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
