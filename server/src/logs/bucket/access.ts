import { isSafe } from "../../workspace/config/address.ts";
import { ProxyError, proxyFor, type TunnelProxy } from "../../workspace/proxy.ts";
import { BucketError } from "./bucket-error.ts";
import type { Environment, Keys } from "./keys.ts";

/** A bucket, and what is needed to read it. Plain data, because other threads read it, too. */
export interface Access {
  /** Without the bucket. */
  readonly origin: string;
  readonly bucket: string;
  /** The bucket is in the path, not in the host name. */
  readonly isInPath: boolean;
  readonly region: string;
  readonly keys: Keys;
  readonly proxy?: TunnelProxy;
}

/** Objects in a bucket, as the user wrote them. */
export interface BucketPath {
  /** `s3://bucket` or `r2://account/bucket`. */
  readonly shown: string;
  /** Undefined for S3. */
  readonly account: string | undefined;
  readonly bucket: string;
  /** The start of the keys, and perhaps a glob. */
  readonly key: string;
}

const bucketName = /^[a-z0-9][a-z0-9._-]{1,253}[a-z0-9]$/i;

export function readPath(path: string): BucketPath {
  const [, scheme = "", rest = ""] = /^(s3|r2):\/\/(.*)$/is.exec(path) ?? [];
  const isR2 = scheme.toLowerCase() === "r2";
  const [account, ...others] = isR2 ? rest.split("/") : [undefined, ...rest.split("/")];
  const [bucket = "", ...key] = others;
  if (isR2 && !/^[0-9a-f]{32}$/i.test(account ?? ""))
    throw new BucketError(
      "Expected 'r2://ACCOUNT/BUCKET/PREFIX', where ACCOUNT is the ID of the account: 32 hexadecimal digits.",
    );
  if (!bucketName.test(bucket))
    throw new BucketError(`Expected '${isR2 ? "r2://ACCOUNT" : "s3:/"}/BUCKET/PREFIX'.`);
  const shown = isR2 ? `r2://${account}/${bucket}` : `s3://${bucket}`;
  return { shown, account: account?.toLowerCase(), bucket, key: key.join("/") };
}

const usualRegion = "us-east-1";

export function accessTo(
  path: Pick<BucketPath, "account" | "bucket">,
  keys: Keys,
  env: Environment,
): Access {
  const access = directAccess(path, keys, env);
  try {
    const proxy = proxyFor(new URL(access.origin), env);
    return proxy ? { ...access, proxy } : access;
  } catch (error) {
    throw error instanceof ProxyError ? new BucketError(error.message) : error;
  }
}

function directAccess(
  { account, bucket }: Pick<BucketPath, "account" | "bucket">,
  keys: Keys,
  env: Environment,
): Access {
  if (account !== undefined) {
    const origin = `https://${account}.r2.cloudflarestorage.com`;
    return { origin, bucket, isInPath: true, region: "auto", keys: withoutToken(keys) };
  }
  const region = env.AWS_REGION || env.AWS_DEFAULT_REGION || keys.region || usualRegion;
  if (!/^[a-z0-9-]{1,64}$/i.test(region)) throw new BucketError("'AWS_REGION' is not a region.");
  const own = ownOrigin(env);
  if (own !== undefined) return { origin: own, bucket, isInPath: true, region, keys };
  return awsAccess(bucket, region, keys);
}

/** The certificate of AWS has no names with more dots. */
export function awsAccess(bucket: string, region: string, keys: Keys): Access {
  const end = region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
  const origin = `https://s3.${region}.${end}`;
  return { origin, bucket, isInPath: bucket.includes("."), region, keys };
}

export function isAws({ origin }: Access): boolean {
  return /^https:\/\/s3\.[a-z0-9-]+\.amazonaws\.com(?:\.cn)?$/i.test(origin);
}

/** A session token only goes to AWS, or where the user sends it. */
function withoutToken({ token: _, ...keys }: Keys): Keys {
  return keys;
}

/** The origin of `AWS_ENDPOINT_URL_S3`. */
function ownOrigin(env: Environment): string | undefined {
  const written = env.AWS_ENDPOINT_URL_S3?.trim();
  if (!written) return undefined;
  const url = URL.canParse(written) ? new URL(written) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    throw new BucketError(
      "'AWS_ENDPOINT_URL_S3' is not a URL such as 'https://storage.googleapis.com'.",
    );
  if (!isSafe(url))
    throw new BucketError(
      "'AWS_ENDPOINT_URL_S3' is not encrypted. Use https; http is only allowed for this machine.",
    );
  return url.origin;
}
