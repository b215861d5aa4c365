import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { BucketError } from "./bucket-error.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The credentials of a user of AWS, or of a service with the same protocol. */
export interface Keys {
  readonly id: string;
  readonly secret: string;
  readonly token?: string;
  /** From the profile. */
  readonly region?: string;
}

/** From the environment, otherwise from a profile in the files of AWS. Nothing that a profile names is run. */
export function keysIn(env: Environment): Keys {
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret, AWS_SESSION_TOKEN: token } = env;
  if (id && secret) return checked({ id, secret, ...(token && { token }) });
  if (id || secret) {
    const missing = id ? "AWS_SECRET_ACCESS_KEY" : "AWS_ACCESS_KEY_ID";
    throw new BucketError(`Missing '${missing}'.`);
  }
  return fromProfile(env);
}

function fromProfile(env: Environment): Keys {
  const name = env.AWS_PROFILE || "default";
  const home = join(env.HOME || env.USERPROFILE || homedir(), ".aws");
  const credentials = sectionsOf(env.AWS_SHARED_CREDENTIALS_FILE || join(home, "credentials"));
  const config = sectionsOf(env.AWS_CONFIG_FILE || join(home, "config"));
  const found = {
    ...config.get(name === "default" ? "default" : `profile ${name}`),
    ...credentials.get(name),
  };
  const { aws_access_key_id: id, aws_secret_access_key: secret } = found;
  if (id && secret) {
    const { aws_session_token: token, region } = found;
    return checked({ id, secret, ...(token && { token }), ...(region && { region }) });
  }
  const isKnown = Object.keys(found).length > 0;
  if (isKnown)
    throw new BucketError(
      `The profile '${name}' of AWS has no keys. Set them, as with: aws configure export-credentials --profile ${name} --format env`,
    );
  throw new BucketError(
    env.AWS_PROFILE
      ? `No profile '${name}' in the files of AWS.`
      : "No credentials for buckets. Set 'AWS_ACCESS_KEY_ID' and 'AWS_SECRET_ACCESS_KEY', or 'AWS_PROFILE'.",
  );
}

/** Headers contain these keys. */
function checked(keys: Keys): Keys {
  for (const it of [keys.id, keys.token ?? ""])
    if (/[^\x21-\x7e]/.test(it))
      throw new BucketError(
        "The credentials for buckets contain spaces or other characters that keys do not have.",
      );
  return keys;
}

type Section = Readonly<Record<string, string>>;

/** The sections of an INI file; none if it cannot be read. */
function sectionsOf(file: string): ReadonlyMap<string, Section> {
  const sections = new Map<string, Record<string, string>>();
  let content: string;
  try {
    content = readFileSync(file, "utf8");
  } catch {
    return sections;
  }
  let current: Record<string, string> = {};
  for (const line of content.split("\n")) {
    const text = line.trim();
    const end = text.indexOf("]");
    if (text.startsWith("[") && end > 0) {
      const title = text.slice(1, end).trim().split(/\s+/).join(" ");
      current = sections.get(title) ?? {};
      sections.set(title, current);
    }
    const at = text.indexOf("=");
    // Indented lines are parts of a value.
    if (at > 0 && !/^\s/.test(line) && !/^[#;[]/.test(text))
      current[text.slice(0, at).trim().toLowerCase()] = text.slice(at + 1).trim();
  }
  return sections;
}
