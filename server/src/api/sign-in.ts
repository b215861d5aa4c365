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

/** Plain calls, because the client's methods would load every resource below users and accounts. */
export function signInOf(calls: Calls, kind: Credential["kind"]): SignIn {
  const { read, sdk } = calls;
  const result = (answer: unknown) => shapes.fields(shapes.fields(answer).result);
  return {
    identity: () =>
      kind === "token"
        ? read(
            () => sdk.get("/user/tokens/verify"),
            (answer) => tokenName(result(answer)),
          )
        : read(
            () => sdk.get("/user"),
            (answer) => String(result(answer).email ?? "a key"),
          ),
    zones: () =>
      allPages(calls, (query) => sdk.zones.list(query), shapes.list(shapes.place), perPage),
    accounts: async () => {
      try {
        return await read(
          () => sdk.get("/accounts", { query: { per_page: perPage } }),
          (answer) => shapes.list(shapes.place)(shapes.fields(answer).result),
        );
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
