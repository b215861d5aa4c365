import { maxDestinationCharacters } from "../catalog/job-properties.ts";
import type { Provider } from "../catalog/provider.ts";
import { type ProviderUrl, providerUrls } from "../catalog/provider-urls.ts";
import { providers } from "../catalog/providers.ts";
import type { Destination } from "../syntax/destination.ts";

/** A destination with the URL of a provider that has its own scheme. */
export interface PastedUrl {
  readonly provider: Provider;
  readonly row: ProviderUrl;
  /** The equivalent destination, with parameters from the host of the URL; undefined if incomplete. */
  readonly suggested: string | undefined;
}

export function pastedUrl({ scheme, address, provider }: Destination): PastedUrl | undefined {
  const { text } = address;
  if (
    text.length > maxDestinationCharacters ||
    (scheme && !provider && !plainHttp.test(scheme.text))
  )
    return undefined;
  const row = providerUrls.find((it) => it.pattern.test(text));
  const owner = row && providers.find((it) => it.scheme === row.scheme);
  if (!owner) return undefined;
  const suggested = row.written === undefined ? undefined : text.replace(row.pattern, row.written);
  const isUrl = !scheme || scheme.text === "https" || plainHttp.test(scheme.text);
  // After another scheme such a host may be intended, unless a bucket replaces it.
  if (!isUrl && (suggested === undefined || suggested === text)) return undefined;
  return { provider: owner, row, suggested };
}

const plainHttp = /^http$/i;
