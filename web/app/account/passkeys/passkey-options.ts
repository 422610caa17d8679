import type { PasskeyCreationOptions, PasskeyRequestOptions } from "@furoshiki/api/account/passkeys";

/** The response of the route with the options of a passkey. */
export type PasskeyOptionsResult =
  | { ok: true; options: PasskeyCreationOptions | PasskeyRequestOptions }
  | { ok: false; code: string; message: string };
