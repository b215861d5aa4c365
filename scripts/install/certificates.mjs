// Node reads the file of NODE_EXTRA_CA_CERTS at every start, which takes longer than most programs that tests run. These only
// connect to this machine; downloads may need the certificates.
const [name, kept] = ["NODE_EXTRA_CA_CERTS", "WEIR_DOWNLOAD_CA_CERTS"];

/** Removes the extra certificates from the environment, except for programs that download. */
export function keepCertificatesForDownloads(env = process.env) {
  if (env[name] === undefined) return;
  env[kept] = env[name];
  delete env[name];
}

/** The environment of a program that downloads. */
export function downloadEnvironment(env = process.env) {
  return env[kept] === undefined ? env : { ...env, [name]: env[kept] };
}
