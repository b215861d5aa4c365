import { expect, test } from "vitest";
import { awsAccess, readPath } from "../../../server/src/logs/bucket/access.ts";
import { signed } from "../../../server/src/logs/bucket/signing.ts";

/** The examples in the documentation of AWS. */
const keys = { id: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY" };
const access = {
  ...awsAccess("examplebucket", "us-east-1", keys),
  origin: "https://s3.amazonaws.com",
};
const at = new Date("2013-05-24T00:00:00Z");

test.each([
  [
    "an object",
    { key: "test.txt", headers: { range: "bytes=0-9" } },
    "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
  ],
  [
    "a list",
    { key: "", query: { prefix: "J", "max-keys": "2" } },
    "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
  ],
])("the signature of %s is that of AWS", (_, request, signature) => {
  const { url, headers } = signed(access, request, at);
  expect(url.host).toBe("examplebucket.s3.amazonaws.com");
  expect(headers.authorization).toContain(`Signature=${signature}`);
});

test.each([
  ["s3://bucket", { bucket: "bucket", key: "" }],
  ["s3://bucket/a/b c/", { bucket: "bucket", key: "a/b c/" }],
  [`r2://${"0a".repeat(16)}/bucket/a`, { account: "0a".repeat(16), bucket: "bucket", key: "a" }],
])("%s is a path", (path, parts) => {
  expect(readPath(path)).toMatchObject(parts);
});

test.each([
  ["s3://", "Expected 's3://BUCKET/PREFIX'."],
  ["s3://a?b/c", "Expected 's3://BUCKET/PREFIX'."],
  ["s3://user:password@bucket/c", "Expected 's3://BUCKET/PREFIX'."],
  ["r2://bucket/a", "32 hexadecimal digits"],
  [`r2://${"0a".repeat(16)}`, "Expected 'r2://ACCOUNT/BUCKET/PREFIX'."],
])("%s is refused", (path, message) => {
  expect(() => readPath(path)).toThrow(message);
});
