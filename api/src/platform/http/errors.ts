/** The refusals of a module: error codes and their HTTP status. */
export type Refusals = Readonly<
  Record<string, 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 422 | 429 | 502 | 503>
>;

/** The parameters of its message; a list has keys of messages. */
export type RefusalParams = Record<string, string | number | readonly string[]>;
export type FieldErrors = Record<string, string[]>;

export type RefusalDetails = {
  params?: RefusalParams;
  fields?: FieldErrors;
  data?: object;
  retryAfterSeconds?: number;
  securityLog?: { customerId?: number | undefined; staffId?: number | undefined; detail?: string };
};

/** A request that a business rule rejects. Any other error that is thrown is a bug. */
export class Refusal extends Error {
  readonly status: Refusals[string];
  readonly code: string;
  readonly params: RefusalParams;
  readonly fields: FieldErrors | undefined;
  /** Additional data of the response, such as the current cart of `cart_changed`. */
  readonly data: object | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Written to the security log only, never to the response. */
  readonly securityLog: RefusalDetails["securityLog"];

  constructor(status: Refusals[string], code: string, details: RefusalDetails = {}) {
    super(code);
    this.name = "Refusal";
    this.status = status;
    this.code = code;
    this.params = details.params ?? {};
    this.fields = details.fields;
    this.data = details.data;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.securityLog = details.securityLog;
  }
}

/**
 * Creates a refusal: `throw refuse(refusals, "cart.item_unavailable", { params: { name } })`.
 * @param refusals the module's own table, which determines the status
 * @throws Error if the table does not have the code
 */
export function refuse<R extends Refusals>(refusals: R, code: keyof R & string, details: RefusalDetails = {}): Refusal {
  const status = refusals[code];
  if (status === undefined) throw new Error(`no such refusal: ${code}`);
  return new Refusal(status, code, details);
}

/** Refusals that every route may return. */
export const commonRefusals = {
  malformed: 400,
  unknown_currency: 400,
  unauthenticated: 401,
  not_found: 404,
  method_not_allowed: 405,
  too_large: 413,
  unsupported_media_type: 415,
  validation_failed: 422,
  idempotency_key_required: 422,
  idempotency_key_reused: 422,
  too_many_requests: 429,
  not_ready: 503,
  overloaded: 503,
} as const satisfies Refusals;
