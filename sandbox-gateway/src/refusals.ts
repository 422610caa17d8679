import { randomUUID } from "node:crypto";

const statuses = {
  invalid_request: 400,
  invalid_token: 400,
  idempotence_key_required: 400,
  idempotence_key_reused: 400,
  invalid_credentials: 401,
  not_found: 404,
  too_large: 413,
  unsupported_media_type: 415,
  invalid_card: 422,
  internal_error: 500,
  unavailable: 503,
} as const;

/** An error response of the gateway. */
export class GatewayRefusal extends Error {
  readonly code: keyof typeof statuses;
  readonly status: (typeof statuses)[keyof typeof statuses];
  readonly parameter: string | undefined;
  /** Error codes per field of an invalid card. */
  readonly errors: Record<string, string[]> | undefined;

  constructor(
    code: keyof typeof statuses,
    description: string,
    details: { parameter?: string; errors?: Record<string, string[]> } = {},
  ) {
    super(description);
    this.code = code;
    this.status = statuses[code];
    this.parameter = details.parameter;
    this.errors = details.errors;
  }

  /** Returns the body of the error response. */
  toResponse(): object {
    return {
      type: "error",
      id: randomUUID(),
      code: this.code,
      description: this.message,
      ...(this.parameter ? { parameter: this.parameter } : {}),
      ...(this.errors ? { errors: this.errors } : {}),
    };
  }
}
