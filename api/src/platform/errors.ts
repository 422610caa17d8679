/** A room's refusals: the wire code and the HTTP status that goes with it. */
export type Refusals = Readonly<Record<string, 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 422 | 429 | 503>>;

export type RefusalParams = Record<string, string | number>;
export type FieldErrors = Record<string, string[]>;

export type RefusalDetails = {
  params?: RefusalParams;
  fields?: FieldErrors;
  data?: object;
  retryAfterSeconds?: number;
  logged?: { customerId?: number | undefined; detail?: string };
};

/** A request that the shop's rules turn down. Anything else that is thrown is a bug. */
export class Refusal extends Error {
  readonly status: Refusals[string];
  readonly code: string;
  readonly params: RefusalParams;
  readonly fields: FieldErrors | undefined;
  /** What the answer carries beside the text, such as the fresh cart of `cart_changed`. */
  readonly data: object | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** For the security log only; never part of the answer. */
  readonly logged: RefusalDetails["logged"];

  constructor(status: Refusals[string], code: string, more: RefusalDetails = {}) {
    super(code);
    this.name = "Refusal";
    this.status = status;
    this.code = code;
    this.params = more.params ?? {};
    this.fields = more.fields;
    this.data = more.data;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.logged = more.logged;
  }
}

/** `throw refuse(refusals, "cart.item_unavailable", { params: { name } })`: the status comes from the room's own table. */
export function refuse<R extends Refusals>(refusals: R, code: keyof R & string, more: RefusalDetails = {}): Refusal {
  const status = refusals[code];
  if (status === undefined) throw new Error(`no such refusal: ${code}`);
  return new Refusal(status, code, more);
}

/** Refusals that every route may give. */
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
