import { isOnlyInSecrets, placeOfDestination, shownWritten } from "./destination.ts";
import { isOwnDestination, ownerOfSecret } from "./known-secrets.ts";
import { variablesIn } from "./variables.ts";

/** A secret of another system that a push would send. */
export interface Exposure {
  /** The environment variable. */
  readonly name: string;
  /** As in "a database". */
  readonly system: string;
  /** Undefined if it is not certain. */
  readonly origin: string | undefined;
  /** The origin without secrets. */
  readonly shown: string;
}

/** The secrets of other systems in settings that are sent, as they are written and as they are filled in. */
export function exposuresIn(
  sent: Readonly<Record<string, unknown>>,
  written: unknown,
  filled: unknown,
): Exposure[] {
  const template = String(written);
  const destination = String(filled);
  const place = placeOfDestination(destination);
  return variablesIn(sent).flatMap((name): Exposure[] => {
    const owner = ownerOfSecret(name);
    if (!owner) return [];
    const { destination_conf: _destination, ...others } = sent;
    const isSecret = !variablesIn(others).includes(name) && isOnlyInSecrets(name, template);
    if (isSecret && place && isOwnDestination(owner, place)) return [];
    const shown = shownWritten(placeOfDestination(template)?.origin ?? template, destination);
    return [{ name, system: owner.system, origin: place?.origin, shown }];
  });
}

export function exposureText({ name, system, shown }: Exposure): string {
  return `'${name}' is known as a secret of ${system}, and would be sent to '${shown}'.`;
}
