import { likelyFix } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import type { RuleCheck } from "./check.ts";

export const certPresented: RuleCheck<"field"> = {
  code: "cert-presented",
  severity: "hint",
  summary: "A presented client certificate need not be valid.",
  why: "`cf.tls_client_auth.cert_presented` is true for any certificate that a client sends, also for one that it signed itself. Use `cf.tls_client_auth.cert_verified`, which is true only if the certificate was verified, and exclude revoked ones with `not cf.tls_client_auth.cert_revoked`. It is not reported if the rule uses `cert_verified`, too.",
  on: "field",
  run(field, report, { text }) {
    if (field.name !== presented || text.includes(verified)) return;
    const title = `Use '${verified}'`;
    report(field, `'${presented}' is also true if the certificate is not valid.`, {
      fix: likelyFix(title, [replace(field, verified)]),
    });
  },
  examples: `
http.host eq "api.example" and not cf.tls_client_auth.cert_presented
                                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ hint: 'cf.tls_client_auth.cert_presented' is also true if the certificate is not valid. Use 'cf.tls_client_auth.cert_verified'.
=>
http.host eq "api.example" and not cf.tls_client_auth.cert_verified
---
cf.tls_client_auth.cert_presented and not cf.tls_client_auth.cert_verified
`,
};

const presented = "cf.tls_client_auth.cert_presented";
const verified = "cf.tls_client_auth.cert_verified";
