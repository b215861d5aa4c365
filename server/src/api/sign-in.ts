import type { Calls } from "./calls.ts";
import type { Credential } from "./credential.ts";
import { allPages } from "./pages.ts";
import { ServiceError } from "./service-error.ts";
import type { RemotePlace } from "./shapes.ts";
import * as shapes from "./shapes.ts";

/** The calls for signing in: whether the credential is valid, and what it has access to. */
export interface SignIn {
  /** The owner of the credential. Throws when the service rejects it. */
  identity(): Promise<string>;
  zones(): Promise<RemotePlace[]>;
  /** Empty when the credential has no permission to list them. */
  accounts(): Promise<RemotePlace[]>;
}

/** The service's maximum page size for zones and accounts. */
const perPage = 50;

/** The credential lacks the permission, or the service has no such list. */
const unavailable = new Set<number | undefined>([400, 403, 404]);

export function signInOf(calls: Calls, kind: Credential["kind"]): SignIn {
  const { read } = calls;
  return {
    identity: () =>
      kind === "token"
        ? read("/user/tokens/verify", (result) => tokenName(shapes.fields(result)))
        : read("/user", (result) => String(shapes.fields(result).email ?? "a key")),
    zones: () =>
      allPages(
        (query, decode) => read("/zones", decode, query),
        shapes.list(shapes.place),
        perPage,
      ),
    accounts: async () => {
      try {
        return await read("/accounts", shapes.list(shapes.place), { per_page: perPage });
      } catch (error) {
        if (error instanceof ServiceError && unavailable.has(error.status)) return [];
        throw error;
      }
    },
  };
}

function tokenName({ id, status }: shapes.Fields): string {
  if (status !== undefined && status !== "active")
    throw new ServiceError(`The token is '${String(status)}' on the service.`, "none", 401);
  return typeof id === "string" ? `the token with ID ${id}` : "a token";
}
