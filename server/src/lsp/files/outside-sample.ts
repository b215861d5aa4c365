import process from "node:process";
import { Agreements } from "../../workspace/agreements.ts";
import { notAgreed, outsidePath } from "../../workspace/files/contained-paths.ts";
import { pathOf } from "./disk.ts";

/** A sample of `weir.json` outside of the workspace, which is read only if the user agreed to its path. */
export interface OutsideSample {
  readonly path: string;
  readonly isAgreed: boolean;
  /** Why it is not read without an agreement. */
  readonly refusal: string;
  /** Remembers the answer outside of the repository, also for the command line. */
  agree(): void;
}

/** Undefined for a sample inside the workspace. The folder is a URI. */
export function outsideSample(sample: string, folder: string): OutsideSample | undefined {
  const at = pathOf(folder);
  const path = at === undefined ? undefined : outsidePath(sample, at);
  if (path === undefined) return undefined;
  return {
    path,
    isAgreed: isAgreed(path),
    refusal: `${notAgreed(path)} Select another one, or agree at a terminal with 'weir try'.`,
    agree: () => agreements().add({ logs: path }),
  };
}

export function isAgreed(path: string): boolean {
  return agreements().has({ logs: path });
}

function agreements(): Agreements {
  return new Agreements(process.env);
}
