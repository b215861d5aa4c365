/** A URL as shown by the provider's pages and tools, and the equivalent destination. */
export interface ProviderUrl {
  readonly scheme: string;
  /** Matches the URL after `https://`, up to the query. */
  readonly pattern: RegExp;
  /** The destination after its scheme, for `String.replace`. Undefined if the URL does not contain all of it. */
  readonly written?: string;
  /** Other services have such URLs too. */
  readonly unsure?: true;
}

const bucketFirst = String.raw`^(?<bucket>[^/@]+)\.`;
const bucketAfter = String.raw`(?::443)?\/(?<bucket>[^/]+)(?<path>\/.*)?$`;
const path = String.raw`(?::443)?(?<path>\/.*)?$`;
const s3Region = String.raw`s3[.-](?:fips\.|dualstack\.|website[.-])*(?<region>[^./]+)\.amazonaws\.com(?:\.cn)?`;
const s3Global = String.raw`s3(?:-accelerate)?(?:\.dualstack)?\.amazonaws\.com`;
const likeS3 = String.raw`(?<endpoint>s3\.(?<region>[^./]+)\.(?:wasabisys|backblazeb2)\.com)`;

function row(scheme: string, pattern: string, written?: string): ProviderUrl {
  return {
    scheme,
    pattern: new RegExp(pattern, "i"),
    ...(written === undefined ? {} : { written }),
  };
}

const bucketAndPath = "$<bucket>$<path>";
const withRegion = `${bucketAndPath}?region=$<region>`;
const withEndpoint = `${withRegion}&endpoint=$<endpoint>`;
const withAccount = `${bucketAndPath}?account-id=$<account>`;
const asWritten = "$&";

/** The first match wins. */
export const providerUrls: readonly ProviderUrl[] = [
  // An R2 destination cannot contain a jurisdiction such as `.eu.`, so there is no equivalent.
  row("r2", String.raw`^(?:[^/@]+\.)?(?:eu|fedramp)\.r2\.cloudflarestorage\.com(?=[/:]|$)`),
  row(
    "r2",
    String.raw`^(?<account>[^./@]+)\.r2\.cloudflarestorage\.com${bucketAfter}`,
    withAccount,
  ),
  row(
    "r2",
    String.raw`${bucketFirst}(?<account>[^./@]+)\.r2\.cloudflarestorage\.com${path}`,
    withAccount,
  ),
  row("r2", String.raw`^[^/@]+\.r2\.(?:cloudflarestorage\.com|dev)(?=[/:]|$)`),
  row(
    "r2",
    String.raw`^dash\.cloudflare\.com\/(?<account>[^/]+)\/r2\/(?:default\/|[a-z]+\/)?buckets\/(?<bucket>[^/]+)(?:\/.*)?$`,
    "$<bucket>?account-id=$<account>",
  ),
  row("s3", `${bucketFirst}${s3Global}${path}`, bucketAndPath),
  row("s3", `^${s3Global}${bucketAfter}`, bucketAndPath),
  row("s3", `${bucketFirst}${s3Region}${path}`, withRegion),
  row("s3", `^${s3Region}${bucketAfter}`, withRegion),
  row("s3", String.raw`^s3(?:[.-][^/]*)?\.amazonaws\.com(?:\.cn)?(?::443)?\/?$`),
  row(
    "s3",
    String.raw`^[^./]+\.console\.aws\.amazon\.com\/s3\/buckets\/(?<bucket>[^/]+)\/?$`,
    "$<bucket>",
  ),
  row("s3", String.raw`^arn:aws[\w-]*:s3:::(?<bucket>[^/]+)(?<path>\/.*)?$`, bucketAndPath),
  row("s3", `${bucketFirst}${likeS3}${path}`, withEndpoint),
  row("s3", `^${likeS3}${bucketAfter}`, withEndpoint),
  row(
    "s3",
    String.raw`${bucketFirst}(?<endpoint>(?<region>[^./]+)\.digitaloceanspaces\.com)${path}`,
    withEndpoint,
  ),
  row(
    "gs",
    String.raw`^(?:storage|www)\.googleapis\.com\/(?:upload\/)?storage\/v1\/b\/(?<bucket>[^/]+)(?:\/o\/?)?$`,
    "$<bucket>",
  ),
  row("gs", String.raw`^storage\.(?:googleapis|cloud\.google)\.com${bucketAfter}`, bucketAndPath),
  row("gs", String.raw`${bucketFirst}storage\.googleapis\.com${path}`, bucketAndPath),
  row("gs", String.raw`^storage\.googleapis\.com(?::443)?\/?$`),
  row(
    "gs",
    String.raw`^console\.cloud\.google\.com\/storage\/browser\/(?:_details\/)?(?<bucket>[^/;]+)(?<path>\/[^;]*)?(?:;.*)?$`,
    bucketAndPath,
  ),
  row(
    "azure",
    String.raw`^[^/@]+\.blob\.core\.(?:windows\.net|usgovcloudapi\.net|chinacloudapi\.cn)(?:[/:].*)?$`,
    asWritten,
  ),
  row("azure", String.raw`^[^/@]+\.dfs\.core\.windows\.net(?=[/:]|$)`),
  row(
    "datadog",
    String.raw`^[^/@]+\.logs\.(?:[\w-]+\.)?(?:datadoghq\.(?:com|eu)|ddog-gov\.com)(?:[/:].*)?$`,
    asWritten,
  ),
  row(
    "sumo",
    String.raw`^(?:[^/@]+\.)?sumologic\.(?:com|net)(?::\d+)?\/receiver\/v1\/.*$`,
    asWritten,
  ),
  row(
    "sentinelone",
    String.raw`^(?:[^/@]+\.)?sentinelone\.net(?::\d+)?\/services\/collector(?:\/.*)?$`,
    asWritten,
  ),
  row(
    "splunk",
    String.raw`^(?:[^/@]+\.)?splunkcloud\.com(?::\d+)?\/services\/collector(?:\/.*)?$`,
    asWritten,
  ),
  {
    ...row(
      "splunk",
      String.raw`^[^/@]+\/services\/collector(?:\/(?:raw|event)(?:\/1\.0)?)?\/?$`,
      asWritten,
    ),
    unsure: true,
  },
  row("kinesis", String.raw`^kinesis\.[^./]+\.amazonaws\.com(?:\.cn)?(?::443)?\/?$`),
  row(
    "kinesis",
    String.raw`^arn:aws[\w-]*:kinesis:(?<region>[^:/]*):[^:/]*:stream\/(?<stream>[^/]+)$`,
    "$<stream>?region=$<region>",
  ),
  row(
    "bq",
    String.raw`^bigquery\.googleapis\.com\/bigquery\/v2\/(?<table>projects\/[^/]+\/datasets\/[^/]+\/tables\/[^/]+)(?:\/insertAll)?$`,
    "$<table>",
  ),
  row("ibmcl", String.raw`^[^/@]+\.ingress\.[^./]+\.logs\.cloud\.ibm\.com(?:[/:].*)?$`, asWritten),
];
