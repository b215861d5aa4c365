import type { DestinationPlace } from "./destination.ts";

/** Environment variables that are known as secrets of other systems, by the names that these systems document. */

interface SecretOwner {
  /** As in "a secret of AWS". */
  readonly system: string;
  /** How names start, before `_` and words that end in one for a secret. Longer ones also follow other words, as in `SHOP_DB_PASSWORD`. */
  readonly starts: string;
  /** Other names. */
  readonly names?: string;
  /** The schemes of its own destinations, whose secret parts may have its secrets. */
  readonly schemes?: readonly string[];
  /** Its hosts. With a scheme of its own, a host may also be the name of a container. */
  readonly hosts?: RegExp;
}

const owners: readonly SecretOwner[] = [
  { system: "R2", starts: "R2", schemes: ["r2"] },
  {
    system: "AWS",
    starts: "AWS|AMAZON|S3",
    names: "AWS_BEARER_TOKEN_BEDROCK",
    schemes: ["s3", "kinesis"],
  },
  {
    system: "Google",
    starts: "GOOGLE|GCLOUD|GCP|GCS|GKE|FIREBASE|BIGQUERY|CLOUDSDK|GEMINI|VERTEX",
    schemes: ["bq"],
  },
  {
    system: "Azure",
    starts: "AZURE|ARM|AZURERM|AZCOPY|MSI",
    schemes: ["azure"],
    hosts:
      /\.blob\.(?:core\.(?:windows\.net|usgovcloudapi\.net|chinacloudapi\.cn)|storage\.azure\.net)$/,
  },
  {
    system: "Datadog",
    starts: "DD|DATADOG",
    schemes: ["datadog"],
    hosts: /(?:^|\.)(?:datadoghq\.(?:com|eu)|ddog-gov\.com)$/,
  },
  { system: "New Relic", starts: "NEW_RELIC|NEWRELIC", hosts: /(?:^|\.)newrelic\.com$/ },
  {
    system: "Sumo Logic",
    starts: "SUMO|SUMOLOGIC",
    schemes: ["sumo"],
    hosts: /(?:^|\.)sumologic\.(?:com|net)$/,
  },
  {
    system: "IBM Cloud",
    starts: "IBM|IBMCLOUD|IC",
    schemes: ["ibmcl"],
    hosts: /(?:^|\.)cloud\.ibm\.com$/,
  },
  { system: "Honeycomb", starts: "HONEYCOMB", hosts: /(?:^|\.)honeycomb\.io$/ },
  { system: "Axiom", starts: "AXIOM", hosts: /(?:^|\.)axiom\.co$/ },
  { system: "Grafana", starts: "GRAFANA|LOKI|GF", hosts: /(?:^|\.)grafana\.net$/ },
  {
    system: "Elastic",
    starts: "ELASTIC|ELASTICSEARCH|KIBANA",
    hosts: /(?:^|\.)(?:elastic\.co|elastic-cloud\.com|cloud\.es\.io|found\.io)$/,
  },
  {
    system: "another cloud",
    starts:
      "DIGITALOCEAN|SPACES|LINODE|VULTR|HETZNER|HCLOUD|OVH|SCW|SCALEWAY|OCI|ALICLOUD|ALIBABA|TENCENTCLOUD|HUAWEI|YC|FLY|HEROKU|VERCEL|NETLIFY|RAILWAY|B2|BACKBLAZE|WASABI|MINIO|FASTLY|AKAMAI|OPENSTACK|EXOSCALE|DENO|EXPO|SUPABASE|GANDI|NAMECHEAP|GODADDY|DNSIMPLE",
    names: "OS_PASSWORD|DO_(?:API_)?TOKEN",
  },
  {
    system: "a registry of packages or images",
    starts:
      "DOCKERHUB|REGISTRY|GHCR|GCR|ECR|ACR|QUAY|HARBOR|ARTIFACTORY|JFROG|JF|NEXUS|PYPI|TWINE|POETRY|UV|HATCH|PIP|CARGO|CRATES|GEM|RUBYGEMS|BUNDLE|NUGET|MAVEN|GRADLE|ORG_GRADLE|SONATYPE|OSSRH|HEX|PACKAGIST|VSCE|OVSX|BUN|JSR|SNAPCRAFT|CHOCOLATEY|CLOUDSMITH|BUF|HELM|ANACONDA|CONDA",
    names: "CR_PAT|COMPOSER_AUTH",
  },
  {
    system: "a database",
    starts:
      "PG|POSTGRES|POSTGRESQL|MYSQL|MARIADB|MSSQL|MONGO|MONGODB|REDIS|CLICKHOUSE|SNOWFLAKE|DATABRICKS|REDSHIFT|OPENSEARCH|CASSANDRA|NEO4J|INFLUX|INFLUXDB|COUCHDB|COCKROACH|RABBITMQ|KAFKA|CONFLUENT|DB|DATABASE|SQL|PLANETSCALE|NEON|TURSO|UPSTASH|FAUNA|TRINO|ALGOLIA|MEILI|TYPESENSE|DBT|HASURA",
    names:
      "PGPASSWORD|PGPASSFILE|MYSQL_PWD|SA_PASSWORD|SQLCMDPASSWORD|REDISCLI_AUTH|(?:DATABASE|DB|REDIS|MONGO|MONGODB|POSTGRES|POSTGRESQL|PG|MYSQL|AMQP|RABBITMQ|CLOUDAMQP|JDBC|CLICKHOUSE)_?(?:URL|URI|DSN)",
  },
  {
    system: "a CI or code host",
    starts:
      "GITEA|FORGEJO|CODEBERG|BB|AZDO|VSTS|ADO|CODECOV|COVERALLS|SONAR|SONARQUBE|SNYK|SEMAPHORE|APPVEYOR|BITRISE|CODACY|RENOVATE|DEPENDABOT|WOODPECKER|HARNESS|CIRRUS|NX_CLOUD|TURBO|PERCY|CHROMATIC|CYPRESS|SEMGREP|SOURCEGRAPH|GITGUARDIAN",
    names: "(?:GITHUB|GH|GITLAB|GL)_PAT|GL_TOKEN|PERSONAL_ACCESS_TOKEN",
  },
  {
    system: "an infrastructure tool",
    starts:
      "TF_VAR|TFE|TERRAFORM|PULUMI|SPACELIFT|VAULT|CONSUL|NOMAD|CHEF|PUPPET|ANSIBLE|ARGOCD|KUBE|KUBERNETES|K8S|RANCHER|OP|ONEPASSWORD|DOPPLER|INFISICAL|BW|BWS|BITWARDEN|SOPS|AGE|GPG|COSIGN|TAILSCALE|TS|NGROK|TELEPORT",
    names: "TF_TOKEN_\\w+|KUBECONFIG|KUBE_CONFIG_DATA",
  },
  {
    system: "an AI provider",
    starts:
      "OPENAI|ANTHROPIC|CLAUDE|MISTRAL|COHERE|GROQ|XAI|HF|HUGGINGFACE|HUGGING_FACE|HUGGINGFACEHUB|REPLICATE|TOGETHER|PERPLEXITY|PPLX|DEEPSEEK|OPENROUTER|COPILOT|CURSOR|CODEIUM|WINDSURF|LANGCHAIN|LANGSMITH|LANGFUSE|WANDB|PINECONE|QDRANT|VOYAGE|FIREWORKS|CEREBRAS|NVIDIA|NGC|STABILITY|ELEVENLABS|AI21|TAVILY|SERPAPI|FIRECRAWL|ASSEMBLYAI|DEEPGRAM|MOONSHOT|DASHSCOPE|ZHIPU|AI_GATEWAY|LITELLM|KAGGLE",
    names: "CO_API_KEY",
  },
  {
    system: "another service",
    starts:
      "STRIPE|PAYPAL|ADYEN|BRAINTREE|PLAID|SHOPIFY|TWILIO|VONAGE|SENDGRID|MAILGUN|MAILCHIMP|POSTMARK|RESEND|BREVO|SMTP|IMAP|SLACK|DISCORD|TELEGRAM|PAGERDUTY|OPSGENIE|SENTRY|ROLLBAR|BUGSNAG|OKTA|AUTH0|CLERK|KEYCLOAK|LDAP|OIDC|OAUTH|FACEBOOK|TWITTER|LINKEDIN|APPLE|FASTLANE|ATLASSIAN|JIRA|CONFLUENCE|LINEAR|NOTION|AIRTABLE|ASANA|FIGMA|ZENDESK|INTERCOM|SALESFORCE|SFDX|HUBSPOT|SEGMENT|MIXPANEL|POSTHOG|LAUNCHDARKLY|CONTENTFUL|CLOUDINARY|MAPBOX|PUSHER|BROWSERSTACK|SAUCE|DROPBOX|NEXTAUTH|JWT|DJANGO|FLASK|RAILS|LARAVEL|RESTIC|DYNATRACE|CORALOGIX|LOGZIO|LOGGLY|CROWDSTRIKE|SHODAN",
    names: "SPLUNK_PASSWORD|SECRET_KEY_BASE|HTTPS?_PROXY|ALL_PROXY",
  },
];

const secretWord =
  "(?:\\w*_)?(?:API|ACCESS|AUTH|ACCOUNT|SECRET)?(?:TOKEN|SECRET|PASS(?:W|WD|WORD|PHRASE)?|PWD|PAT|KEY|KEYID|CRED|CREDENTIAL|AUTH|SAS|JWT|CODE|CONNECTION_STRING|WEBHOOK(?:_URL)?|DSN)S?";
const lastWords = "(?:_(?:ID|JSON|FILE|BASE64|B64|PROD\\w*|STAG\\w*|DEV|TEST|LIVE|RO|RW|\\d+))*";

/** Short words that mean nothing else inside of a name. */
const databases = ["DB", "PG"];

let patterns: readonly (readonly [RegExp, SecretOwner])[] | undefined;

/** Undefined if the variable is not known as a secret. */
export function ownerOfSecret(name: string): SecretOwner | undefined {
  patterns ??= owners.map((owner) => {
    const words = owner.starts.split("|");
    const inner = words.filter((it) => it.length > 2 || databases.includes(it)).join("|");
    const starts = inner === "" ? owner.starts : `${owner.starts}|\\w+_(?:${inner})`;
    const built = `(?:${starts})_${secretWord}${lastWords}`;
    const all = owner.names === undefined ? built : `${owner.names}|${built}`;
    return [new RegExp(`^(?:${all})$`, "i"), owner];
  });
  return patterns.find(([pattern]) => pattern.test(name))?.[1];
}

/** Whether the destination belongs to the same system. */
export function isOwnDestination(
  { schemes = [], hosts }: SecretOwner,
  { scheme, host, endpoints }: DestinationPlace,
): boolean {
  if (!schemes.includes(scheme)) return scheme === "https" && hosts?.test(host) === true;
  // The name of a container or bucket is no host.
  const isHosted = hosts === undefined || !host.includes(".") || hosts.test(host);
  return isHosted && endpoints.every((it) => /^[\w.-]+\.amazonaws\.com(?:\.cn)?$/i.test(it));
}
