import { codes, refuse } from "../envelope.ts";

/** The accepted credentials: the token, or the email address with the key. */
export interface Credentials {
  readonly token: string;
  readonly email: string;
  readonly key: string;
}

/** How the caller authenticated. Every credential sent must be valid, so that stale ones are noticed. */
export function signedInBy(headers: Headers, known: Credentials): "token" | "key" {
  const authorization = headers.get("authorization");
  const email = headers.get("x-auth-email");
  const key = headers.get("x-auth-key");
  if (authorization !== null && /^Bearer +((?! ).*)$/i.exec(authorization)?.[1] !== known.token)
    refuse(401, codes.wrongToken, "Invalid token in 'Authorization'.");
  if (email !== null && key !== null && (email !== known.email || key !== known.key))
    refuse(403, codes.wrongKey, "'X-Auth-Email' and 'X-Auth-Key' do not match.");
  if ((email === null) !== (key === null)) {
    const [there, missing] =
      key === null ? ["X-Auth-Email", "X-Auth-Key"] : ["X-Auth-Key", "X-Auth-Email"];
    refuse(401, codes.noCredentials, `'${there}' was sent without '${missing}'. Send both.`);
  }
  if (authorization !== null) return "token";
  if (key !== null) return "key";
  refuse(
    401,
    codes.noCredentials,
    "Missing credentials. Send 'Authorization: Bearer TOKEN', or 'X-Auth-Email' with 'X-Auth-Key'.",
  );
}
