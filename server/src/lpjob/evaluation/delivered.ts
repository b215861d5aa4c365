import type { DeliveredLogs } from "../../core/trial.ts";
import { firstHole, hasHole } from "../../text/hole.ts";
import { textOf } from "../syntax/destination.ts";
import type { Job } from "../syntax/job.ts";

/** Where a job writes its files, if that is a bucket. */
export function deliveredBy({ destination }: Job): DeliveredLogs {
  const scheme = destination?.provider?.scheme;
  if (!destination || scheme === undefined)
    return { error: "The destination of the job is not known here." };
  if (scheme !== "s3" && scheme !== "r2" && scheme !== "gs")
    return {
      error: `The destination of the job is not a bucket that can be read: '${scheme}://'.`,
    };
  const parameter = (name: string) => {
    const found = destination.parameters.find((it) => it.name.text === name);
    const value = found && textOf(found);
    return value === undefined || /\$\{/.test(value) || hasHole(value) ? undefined : value;
  };
  // The rest is filled in, such as the day.
  const { text } = destination.address;
  const hole = firstHole(text);
  const [path = ""] = text.slice(0, hole === -1 ? undefined : hole).split(/\$?\{/);
  if (!path.includes("/") && path !== text)
    return { error: "The bucket of the job is only known on push." };
  if (scheme === "r2") return { path: `r2://${parameter("account-id") ?? ""}/${path}` };
  const endpoint = scheme === "gs" ? "storage.googleapis.com" : parameter("endpoint");
  const account = /^([0-9a-f]{32})\.r2\.cloudflarestorage\.com$/i.exec(endpoint ?? "")?.[1];
  if (account !== undefined) return { path: `r2://${account}/${path}` };
  const region = parameter("region");
  return {
    path: `s3://${path}`,
    ...(region !== undefined && { region }),
    ...(endpoint !== undefined && { endpoint }),
  };
}
