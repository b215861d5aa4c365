/** Files of a Terraform or YAML repository, some of them with rules. The same settings can be written as JSON. */

interface Resource {
  readonly type: string;
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** A file with that many characters and rules. Most of it is unrelated, as in a real repository. */
export function terraformOfSize(size: number, rules: number): string {
  return fileOfSize(size, rules, terraformOf);
}

/** The same settings in JSON, with as many characters. */
export function jsonOfSize(size: number, rules: number): string {
  return `{"resource":[${fileOfSize(size - 20, rules, (it) => JSON.stringify(it), ",\n")}]}`;
}

function fileOfSize(
  size: number,
  rules: number,
  write: (resource: Resource) => string,
  between = "\n",
): string {
  const parts = Array.from({ length: rules / 5 }, (_, i) => write(ruleset(i)));
  let length = parts.join(between).length;
  for (let i = 0; length < size; i++) {
    const part = write(bucket(i));
    // Spread them between the rule sets.
    parts.splice((i * 7) % parts.length, 0, part);
    length += part.length + between.length;
  }
  return parts.join(between);
}

/** A file with one ruleset. */
export function terraformOfRules(count: number): string {
  return terraformOf(ruleset(0, count));
}

function ruleset(number: number, count = 5): Resource {
  return {
    type: "cloudflare_ruleset",
    name: `site_${number}`,
    settings: {
      zone_id: `0123456789abcdef${number}`,
      name: `Rules of site ${number}`,
      kind: "zone",
      phase: "http_request_firewall_custom",
      rules: Array.from({ length: count }, (_, i) => ({
        ref: `rule_${number}_${i}`,
        description: `Rule ${i} of site ${number}`,
        action: "managed_challenge",
        enabled: true,
        expression: expression(number * count + i),
      })),
    },
  };
}

/** A rule of about 200 characters. */
function expression(number: number): string {
  return [
    `http.host eq "site${number}.example.com"`,
    `http.request.uri.path in {"/login/${number}" "/admin/${number}"}`,
    "not ip.src in {198.51.100.0/24 203.0.113.7}",
    'http.request.method ne "GET"',
  ].join(" and ");
}

function bucket(number: number): Resource {
  return {
    type: "aws_s3_bucket",
    name: `bucket_${number}`,
    settings: {
      bucket: `example-logs-${number}`,
      force_destroy: false,
      tags: { team: "platform", environment: `stage-${number % 7}`, cost_center: 4000 + number },
      lifecycle_rule: [
        { id: "old", enabled: true, prefix: `logs/${number}/`, expiration: { days: 90 } },
      ],
    },
  };
}

function terraformOf({ type, name, settings }: Resource): string {
  return `resource "${type}" "${name}" ${hcl(settings, "")}\n`;
}

function hcl(value: unknown, indent: string): string {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    return `[\n${value.map((it) => `${inner}${hcl(it, inner)},\n`).join("")}${indent}]`;
  }
  if (typeof value === "object" && value !== null) {
    const lines = Object.entries(value).map(([key, it]) => `${inner}${key} = ${hcl(it, inner)}\n`);
    return `{\n${lines.join("")}${indent}}`;
  }
  return JSON.stringify(value);
}

/** A rule file for octorules. */
export function yamlOfRules(count: number): string {
  const rules = Array.from({ length: count }, (_, i) =>
    [
      `  - ref: rule_${i}`,
      `    description: Rule ${i}`,
      "    action: managed_challenge",
      i % 2 === 0
        ? `    expression: '${expression(i)}'`
        : `    expression: >-\n      ${expression(i).replaceAll(" and ", "\n      and ")}`,
    ].join("\n"),
  );
  return `waf_custom_rules:\n${rules.join("\n")}\n`;
}
