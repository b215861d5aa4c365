import { expect, test } from "vitest";
import {
  downloadEnvironment,
  keepCertificatesForDownloads,
} from "../../scripts/install/certificates.mjs";

const [PATH, NODE_EXTRA_CA_CERTS] = ["/bin", "/certificates.pem"];

test("only programs that download get the extra certificates", () => {
  const env: NodeJS.ProcessEnv = { PATH, NODE_EXTRA_CA_CERTS };
  keepCertificatesForDownloads(env);
  expect(env).not.toHaveProperty("NODE_EXTRA_CA_CERTS");
  // As in a program that was started with this environment.
  keepCertificatesForDownloads(env);
  expect(downloadEnvironment(env)).toMatchObject({ PATH, NODE_EXTRA_CA_CERTS });
});

test("nothing changes where there are none", () => {
  const env: NodeJS.ProcessEnv = { PATH };
  keepCertificatesForDownloads(env);
  expect([env, downloadEnvironment(env)]).toEqual([{ PATH }, { PATH }]);
});

test("tests start programs without them", () => {
  expect(process.env).not.toHaveProperty("NODE_EXTRA_CA_CERTS");
});
