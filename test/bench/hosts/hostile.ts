/** Megabyte files of nesting, holes or empty values, with few rules. The cost of many rules is measured elsewhere. */
const size = 1_000_000;

export function hostileHosts(): Readonly<Record<string, readonly string[]>> {
  const expression = (before: string, piece: string, after: string) =>
    filled(`resource "cloudflare_filter" "f" {\n  expression = ${before}`, piece, `${after}\n}\n`);
  return {
    "main.tf": [
      expression("", "{", ""),
      expression("", 'a ? "ssl" : ', '"ssl"'),
      expression('"x', `${"$"}{a}`, '"'),
      expression('"x', "%{ if a }", '"'),
      expression('"x', "%{ if a }b%{ else }c%{ endif }", '"'),
      expression('format("', "%s", '", a)'),
      expression('join("", [', "a,", "])"),
      filled('resource "cloudflare_filter" "f" {\n', "a = <<EOT\n", ""),
    ],
    "main.tf.json": [filled('{"resource":{"cloudflare_filter":[', "{},", "{}]}}")],
    "rules.yaml": [
      filled("waf_custom_rules:\n", "- \n", ""),
      filled("waf_custom_rules:\n", "a:\n", ""),
      filled("waf_custom_rules: ", "[", ""),
      filled("waf_custom_rules:\n- expression: |\n", "    ssl or\n", "    ssl\n"),
      filled("a: &a {expression: ssl}\nwaf_custom_rules:\n", "- <<: *a\n", ""),
      filled("a: &a {expression: ssl}\nwaf_custom_rules:\n- <<: [", "*a,", "*a]\n"),
    ],
    "ruleset.json": [
      filled('{"phase":"http_request_firewall_custom","rules":[', "{},", "{}]}"),
      filled('{"phase":"http_request_firewall_custom","rules":', "[", ""),
    ],
    "runbook.md": [
      filled("", "```cfrule no-check\n```\n", ""),
      filled("", "```cfrule\n~~~cfrule\n", ""),
    ],
  };
}

function filled(before: string, piece: string, after: string): string {
  const count = Math.floor((size - before.length - after.length) / piece.length);
  return before + piece.repeat(count) + after;
}
