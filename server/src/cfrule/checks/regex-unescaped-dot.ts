import { likelyFix } from "../../core/diagnostic.ts";
import { cut } from "../../text/shorten.ts";
import type { Span } from "../../text/span.ts";
import { escapedAt, looksAtAddress, maxPlaces, regexSpan } from "../patterns/regex-places.ts";
import { leadingDots, unescapedDots } from "../regex/pitfalls.ts";
import type { Dot } from "../regex/syntax/tree.ts";
import { type RegexUse, valueFacts } from "../values/value-uses.ts";
import type { RuleCheck } from "./check.ts";

export const regexUnescapedDot: RuleCheck<"regexes"> = {
  code: "regex-unescaped-dot",
  severity: "warning",
  summary: "An unescaped dot in a name matches any character.",
  why: "In a regular expression `www.example.com` also matches `www-example.com`, which may belong to someone else. Use `\\.` for a dot.",
  on: "regexes",
  run(rule, report) {
    const { text } = rule;
    for (const regex of valueFacts(rule).regexes) {
      if (!regex.literal.pattern.includes(".") || !looksAtAddress(regex)) continue;
      const dots = dotsOf(regex);
      const [first] = dots;
      if (!first) continue;
      const { literal } = regex;
      const edits = escapedAt(text, literal, dots);
      report(
        regexSpan(text, literal, first),
        `This '.' matches any character, not only ${dotAt(literal.pattern, first)}.`,
        {
          fix: likelyFix("Use '\\.'", edits),
          severity: isSure(regex) ? "warning" : "hint",
        },
      );
    }
  },
  examples: `
http.host matches r"^(www|shop)\\.example.com$"
                                        ^ warning: This '.' matches any character, not only the dot of 'example.com'. Use '\\.'.
=>
http.host matches r"^(www|shop)\\.example\\.com$"
---
http.host matches "^[a-z]+.example.com$"
                          ^ warning: This '.' matches any character, not only the dot of '.example'. Use '\\.'.
=>
http.host matches r"^[a-z]+\\.example\\.com$"
---
any(http.request.headers["referer"][*] matches "^https://(shop|www).example")
                                                                   ^ hint: This '.' matches any character, not only the dot of '.example'. Use '\\.'.
=>
any(http.request.headers["referer"][*] matches r"^https://(shop|www)\\.example")
---
cf.tls_client_auth.cert_subject_dn matches "CN=www.example.com"
                                                  ^ hint: This '.' matches any character, not only the dot of 'www.example'. Use '\\.'.
=>
cf.tls_client_auth.cert_subject_dn matches r"CN=www\\.example\\.com"
---
http.request.uri.path matches ".php$"
                               ^ hint: This '.' matches any character, not only the dot of '.php'. Use '\\.'.
=>
http.request.uri.path matches r"\\.php$"
---
http.request.uri.path matches ".(png|gif)$"
                               ^ hint: This '.' matches any character, not only a dot. Use '\\.'.
=>
http.request.uri.path matches r"\\.(png|gif)$"
---
http.request.uri.path matches "^/.$" or http.request.uri.path matches "^/a/.{3}$" or any(http.request.headers["x-env"][*] matches "a.b$")
---
http.host matches r"^.+\\.example\\.com$" or http.user_agent matches "bot.v[0-9]"
`,
};

function dotsOf({ root }: RegexUse): readonly Dot[] {
  const dots = [...unescapedDots(root), ...leadingDots(root)].slice(0, maxPlaces);
  return dots.sort((a, b) => a.start - b.start);
}

/** Certain between the labels of a hostname; likely elsewhere. */
function isSure({ root, use: { tested } }: RegexUse): boolean {
  const { field } = tested ?? {};
  const isAddress = field?.shape !== undefined || field?.holds === "page";
  return isAddress && unescapedDots(root).length > 0;
}

/** The dot with the labels on both sides. */
function dotAt(pattern: string, { start, end }: Span): string {
  const before =
    /(?<![\w-])[\w-]*$/.exec(pattern.slice(Math.max(0, start - longestLabel), start))?.[0] ?? "";
  const after = /^[\w-]*/.exec(pattern.slice(end, end + longestLabel))?.[0] ?? "";
  return before || after ? `the dot of '${cut(`${before}.${after}`)}'` : "a dot";
}

const longestLabel = 20;
