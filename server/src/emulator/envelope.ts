/** The envelope of every response, and how errors are put into it. */
export interface Envelope {
  readonly result: unknown;
  readonly success: boolean;
  readonly errors: readonly ErrorItem[];
  readonly messages: readonly string[] | null;
  readonly result_info?: PageInfo | CursorInfo | CursorInfo;
}

export interface ErrorItem {
  readonly code?: number;
  readonly message: string;
  /** The location of the error in the request body, as a JSON pointer. */
  readonly source?: { readonly pointer: string };
}

interface CursorInfo {
  readonly cursors?: { readonly after: string };
}

export interface PageInfo {
  readonly page: number;
  readonly per_page: number;
  readonly count: number;
  readonly total_count: number;
  readonly total_pages: number;
}

export interface Reply {
  readonly status: number;
  /** Null for status 204. */
  readonly body: Envelope | null;
  /** Log lines instead of an envelope. */
  readonly text?: string;
}

/** The service lists no codes. `notAllowed` and `expressionTooLong` are observed on the public host; the others are ours. */
export const codes = {
  wrongShape: 1001,
  notFound: 1002,
  notAllowed: 1004,
  inUse: 1005,
  quota: 1006,
  unavailable: 1007,
  gone: 1008,
  unreadableBody: 6007,
  noSuchPath: 7003,
  wrongKey: 9103,
  noCredentials: 9106,
  wrongToken: 9109,
  rateLimit: 10429,
  badExpression: 20001,
  expressionTooLong: 20127,
  broken: 10500,
} as const;

/** Thrown when a request is rejected; the response contains every reason. */
export class RejectedRequest extends Error {
  constructor(
    readonly status: number,
    readonly errors: readonly ErrorItem[],
  ) {
    super(errors.map((it) => it.message).join(" "));
  }
}

export function refuse(status: number, code: number, message: string): never {
  throw new RejectedRequest(status, [{ code, message }]);
}

/** Throws unless the list of problems is empty. */
export function refuseAny(status: number, problems: readonly ErrorItem[]): void {
  if (problems.length > 0) throw new RejectedRequest(status, problems);
}

export function success(result: unknown, info?: PageInfo | CursorInfo): Reply {
  const body: Envelope = { result, success: true, errors: [], messages: [] };
  return { status: 200, body: info ? { ...body, result_info: info } : body };
}

export function failure(errors: readonly ErrorItem[]): Envelope {
  return { result: null, success: false, errors, messages: [] };
}
