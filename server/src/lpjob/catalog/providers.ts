import { variable } from "../../text/variables.ts";
import { signatureParameters } from "./azure-signature.ts";
import type { ParameterRow, Provider } from "./provider.ts";

const awsRegion: ParameterRow = { name: "region", doc: "The region, as in `eu-central-1`." };
const accessKey: ParameterRow = {
  name: "access-key-id",
  doc: "The access key ID.",
  half: true,
};
const awsSecret: ParameterRow = {
  name: "secret-access-key",
  doc: "The secret access key.",
  secret: "AWS_SECRET_ACCESS_KEY",
};
const sourceType: ParameterRow = {
  name: "sourcetype",
  doc: "The source type assigned to the lines.",
};
const keyPair = [
  { oneOf: ["secret-access-key"], when: "access-key-id" },
  { oneOf: ["access-key-id"], when: "secret-access-key" },
] as const;
const rawCollector = {
  pattern: /^[^/]+\/services\/collector\/raw$/,
  form: "<host>/services/collector/raw",
};

/** By the documentation of each storage. None is an address, or has a sign at an end or two dots together. */
const bucketNames = {
  r2: {
    pattern: /^(?!-)[a-z\d-]+(?<!-)$/,
    form: "lowercase letters and digits, with hyphens between them",
  },
  s3: {
    pattern: /^(?![.-]|\d+(?:\.\d+){3}$)(?:[a-z\d-]|\.(?!\.))+(?<![.-])$/,
    form: "lowercase letters and digits, with dots and hyphens between them",
  },
  gs: {
    pattern: /^(?![._-]|\d+(?:\.\d+){3}$)(?:[a-z\d_-]|\.(?!\.))+(?<![._-])$/,
    form: "lowercase letters and digits, with dots, hyphens and underscores between them",
  },
} as const;

/** All destinations. If several have the same scheme, the first with a matching host is used. */
export const providers: readonly Provider[] = [
  {
    name: "R2",
    scheme: "r2",
    form: `r2://<bucket>/<path>/{DATE}?account-id=<account>&access-key-id=<key>&secret-access-key=${variable("R2_SECRET_ACCESS_KEY")}`,
    address: { what: "a bucket", name: bucketNames.r2 },
    dated: true,
    parameters: [
      {
        name: "account-id",
        doc: "The account that the bucket belongs to.",
        pattern: { pattern: /^[\da-f]{32}$/, form: "32 hexadecimal digits" },
      },
      accessKey,
      { ...awsSecret, secret: "R2_SECRET_ACCESS_KEY" },
    ],
    needs: [
      { oneOf: ["account-id"] },
      { oneOf: ["access-key-id"] },
      { oneOf: ["secret-access-key"] },
    ],
    ownership: "none",
  },
  {
    name: "S3",
    scheme: "s3",
    form: "s3://<bucket>/<path>/{DATE}?region=<region>",
    doc: "With `endpoint` and keys, also any S3-compatible storage.",
    address: { what: "a bucket", name: bucketNames.s3 },
    dated: true,
    parameters: [
      awsRegion,
      { name: "sse", doc: "How files are encrypted at rest.", values: ["AES256"] },
      { name: "endpoint", doc: "The host of another S3-compatible storage." },
      accessKey,
      awsSecret,
    ],
    needs: [
      { oneOf: ["region"] },
      { oneOf: ["access-key-id"], when: "endpoint" },
      { oneOf: ["secret-access-key"], when: "endpoint" },
      ...keyPair,
    ],
    ownership: "challenge or keys",
  },
  {
    name: "Google Cloud Storage",
    scheme: "gs",
    form: "gs://<bucket>/<path>/{DATE}",
    address: { what: "a bucket", name: bucketNames.gs },
    dated: true,
    parameters: [],
    needs: [],
    ownership: "challenge",
  },
  {
    name: "Azure Blob Storage",
    scheme: "azure",
    form: `azure://<container>/<path>/{DATE}?${variable("AZURE_SAS")}`,
    doc: "The query is a shared access signature for blobs (`ss=b`) and objects (`srt=o`) only, with write permission.",
    address: { what: "a container" },
    dated: true,
    parameters: signatureParameters,
    needs: [{ oneOf: ["sig"] }],
    ownership: "challenge",
  },
  {
    name: "Splunk",
    scheme: "splunk",
    form: `splunk://<host>:8088/services/collector/raw?channel=<channel>&insecure-skip-verify=false&sourcetype=<sourcetype>&header_Authorization=Splunk%20${variable("SPLUNK_TOKEN")}`,
    doc: "The port is 443 or 8088.",
    address: {
      what: "a host",
      path: rawCollector,
      name: { pattern: /:(?:443|8088)$/, form: "the port 443 or 8088" },
    },
    parameters: [
      { name: "channel", doc: "A random ID that you choose, the same for every job." },
      {
        name: "insecure-skip-verify",
        doc: "Whether to skip certificate verification.",
        values: ["true", "false"],
        risk: { value: "true", why: "Anyone between can read the token and the lines" },
      },
      sourceType,
      {
        name: "header_Authorization",
        doc: "The collector token, after `Splunk`.",
        word: "Splunk",
        secret: "SPLUNK_TOKEN",
      },
    ],
    needs: [{ oneOf: ["header_Authorization"] }, { oneOf: ["channel"], severity: "warning" }],
    ownership: "none",
  },
  {
    name: "Datadog",
    scheme: "datadog",
    form: `datadog://<endpoint>?header_DD-API-KEY=${variable("DD_API_KEY")}&ddsource=cloudflare&service=<service>&host=<host>&ddtags=<tags>`,
    doc: "Datadog accepts 5 MB and 1,000 lines per request, and 1 MB per line.",
    address: { what: "an endpoint" },
    parameters: [
      { name: "header_DD-API-KEY", doc: "The API key.", secret: "DD_API_KEY" },
      { name: "ddsource", doc: "The source of the lines: `cloudflare`." },
      { name: "service", doc: "The service that the lines belong to." },
      { name: "host", doc: "The host that the lines belong to." },
      { name: "ddtags", doc: "Tags, as in `env:prod,team:web`." },
    ],
    needs: [{ oneOf: ["header_DD-API-KEY"] }],
    ownership: "none",
  },
  {
    name: "New Relic",
    scheme: "https",
    host: /^(?:gov-)?log-api(?:\.eu)?\.newrelic\.com(?=[/:]|$)/,
    form: `https://log-api.newrelic.com/log/v1?Api-Key=${variable("NEW_RELIC_LICENSE_KEY")}&format=cloudflare`,
    doc: "New Relic requires `unix` timestamps.",
    address: {
      what: "a host",
      path: { pattern: /^[^/]+\/log\/v1\/?$/, form: "<host>/log/v1" },
    },
    parameters: [
      { name: "Api-Key", doc: "The license key.", secret: "NEW_RELIC_LICENSE_KEY" },
      { name: "format", doc: "The format of the lines: `cloudflare`.", values: ["cloudflare"] },
    ],
    needs: [{ oneOf: ["Api-Key"] }, { oneOf: ["format"], severity: "warning" }],
    ownership: "none",
  },
  {
    name: "HTTP",
    scheme: "https",
    form: `https://<host>/<path>?header_Authorization=Bearer%20${variable("LOG_TOKEN")}`,
    doc: "Every `header_<Name>` becomes a request header. The rest of the query stays in the address.",
    address: { what: "a host", private: true },
    parameters: [
      {
        name: "header_Authorization",
        doc: "The authorization header.",
        secret: "LOG_TOKEN",
      },
    ],
    needs: [],
    ownership: "none",
  },
  {
    name: "Sumo Logic",
    scheme: "sumo",
    form: `sumo://<endpoint>/receiver/v1/http/${variable("SUMO_COLLECTOR_CODE")}`,
    address: {
      what: "an endpoint",
      path: {
        pattern: /^[^/]+\/receiver\/v1\/http\/[^/]/,
        form: "<endpoint>/receiver/v1/http/<code>",
      },
      secret: { pattern: /\/receiver\/v1\/http\/([^/?]+)/, variable: "SUMO_COLLECTOR_CODE" },
    },
    parameters: [],
    needs: [],
    ownership: "challenge",
  },
  {
    name: "SentinelOne",
    scheme: "sentinelone",
    form: `sentinelone://<endpoint>/services/collector/raw?sourcetype=<sourcetype>&header_Authorization=Bearer%20${variable("SENTINELONE_TOKEN")}`,
    address: { what: "an endpoint", path: rawCollector },
    parameters: [
      sourceType,
      {
        name: "header_Authorization",
        doc: "The write token.",
        secret: "SENTINELONE_TOKEN",
      },
    ],
    needs: [{ oneOf: ["header_Authorization"] }],
    ownership: "none",
  },
  {
    name: "Amazon Kinesis",
    scheme: "kinesis",
    form: "kinesis://<stream>?region=<region>&sts-assume-role-arn=<role>",
    doc: "Access keys can be used instead of the role.",
    address: { what: "a stream" },
    parameters: [
      awsRegion,
      { name: "sts-assume-role-arn", doc: "The ARN of a role with write access." },
      { name: "sts-external-id", doc: "The external ID that the role requires.", half: true },
      accessKey,
      awsSecret,
    ],
    needs: [{ oneOf: ["region"] }, { oneOf: ["sts-assume-role-arn", "access-key-id"] }, ...keyPair],
  },
  {
    name: "BigQuery",
    scheme: "bq",
    form: `bq://projects/<project>/datasets/<dataset>/tables/<table>?credentials=base64:${variable("BIGQUERY_CREDENTIALS")}`,
    address: {
      what: "a table",
      path: {
        pattern: /^projects\/[^/]+\/datasets\/[^/]+\/tables\/[^/]+$/,
        form: "projects/<project>/datasets/<dataset>/tables/<table>",
      },
    },
    parameters: [
      {
        name: "credentials",
        doc: "The key of a service account, as `base64:…` or `url:…`.",
        secret: "BIGQUERY_CREDENTIALS",
      },
    ],
    needs: [{ oneOf: ["credentials"] }],
    ownership: "none",
  },
  {
    name: "IBM Cloud Logs",
    scheme: "ibmcl",
    form: `ibmcl://<instance>.ingress.<region>.logs.cloud.ibm.com/logs/v1/singles?ibm_api_key=${variable("IBM_API_KEY")}`,
    address: {
      what: "a host",
      path: { pattern: /^[^/]+\/logs\/v1\/singles$/, form: "<host>/logs/v1/singles" },
    },
    parameters: [{ name: "ibm_api_key", doc: "The API key.", secret: "IBM_API_KEY" }],
    needs: [{ oneOf: ["ibm_api_key"] }],
    leastBytes: 2_000_000,
  },
];

export const destinationSchemes: readonly string[] = [...new Set(providers.map((it) => it.scheme))];

export function providerOf(scheme: string, address: string): Provider | undefined {
  return providers.find((it) => it.scheme === scheme && (it.host?.test(address) ?? true));
}

/** Whether the value of a parameter is public. Unknown parameters may be keys. */
export function isOpenParameter(provider: Provider | undefined, name: string): boolean {
  const row = provider?.parameters.find((it) => it.name === name);
  return row !== undefined && !row.secret && !row.half && !secretHeader.test(name);
}

/** The index of the secret part in an address, from its host to its query. */
export function secretStart(provider: Provider | undefined, address: string): number {
  const { private: isPrivate, secret } = provider?.address ?? { private: true };
  if (!isPrivate && !secret) return address.length;
  const [whole = "", inside = ""] = secret?.pattern.exec(address) ?? [];
  if (inside !== "") return address.indexOf(whole) + whole.lastIndexOf(inside);
  const path = address.search(/[/#]/);
  return path === -1 ? address.length : path + 1;
}

/** Schemes of other tools, and the equivalents of the service. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ["http", "https"],
  ["gcs", "gs"],
  ["gcp", "gs"],
  ["google", "gs"],
  ["storage", "gs"],
  ["bigquery", "bq"],
  ["az", "azure"],
  ["abs", "azure"],
  ["azblob", "azure"],
  ["wasb", "azure"],
  ["wasbs", "azure"],
  ["s3a", "s3"],
  ["s3n", "s3"],
  ["aws", "s3"],
  ["sumologic", "sumo"],
  ["newrelic", "https"],
  ["elastic", "https"],
  ["s1", "sentinelone"],
]);

export function suggestedScheme(written: string): string | undefined {
  const small = written.toLowerCase();
  return destinationSchemes.find((it) => it === small) ?? otherNames.get(small);
}

/** Headers with secret values, also where `header_` is misspelled. */
export const secretHeader =
  /^headers?(?:%5f|[-_.:]).*(?:auth|api-?key|token|secret|passw|cookie|signature|credential|access-?key)/i;

/** Secret parameters of other URLs, such as signed ones. */
export const secretParameter =
  /^(?:sig|signature|(?:access[-_]?|auth[-_]?)?token|(?:dd-|x-)?api[-_]?key|(?:proxy-)?authorization|x-auth-(?:token|key)|secret|password|x-amz-(?:signature|credential|security-token))$/i;
