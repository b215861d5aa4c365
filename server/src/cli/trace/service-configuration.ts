import type { ServiceConfiguration } from "../../api/configuration.ts";
import { ServiceError } from "../../api/service-error.ts";
import type { Configuration } from "../../core/configuration/model.ts";
import { type Io, UsageError } from "../io.ts";
import { readSession } from "../service/read-session.ts";

/** What the zone and the account of a profile have on the service. The `weir.json` is that of a file (absolute, with `/`). */
export async function readServiceConfiguration(
  io: Io,
  profile: string | undefined,
  near: string,
  also?: Configuration,
): Promise<ServiceConfiguration> {
  const { service, place } = await readSession(near, profile, io);
  try {
    return await service.configuration(place, also);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw new UsageError(service.secrets.hide(error.message));
  }
}
