import { z } from "zod";
import { singleLine } from "../schema.ts";

const encoded = (max: number) =>
  z
    .string("invalid")
    .max(max, "invalid")
    .regex(/^[\w-]+$/, "invalid");
const credentialId = encoded(1400);
const clientExtensionResults = z.record(z.string(), z.unknown()).default({});

/** The answer of `navigator.credentials.create`, as JSON of the WebAuthn specification. */
const newCredential = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: encoded(8192),
    attestationObject: encoded(16_384),
    transports: z.array(z.string().max(32)).max(10).default([]),
  }),
  clientExtensionResults,
});

/** The answer of `navigator.credentials.get`, as JSON of the WebAuthn specification. */
const usedCredential = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: encoded(8192),
    authenticatorData: encoded(8192),
    signature: encoded(8192),
    userHandle: encoded(128),
  }),
  clientExtensionResults,
});
export type UsedCredential = z.infer<typeof usedCredential>;

const passkeyName = singleLine(60);

export const newPasskeyRequest = z.object({ credential: newCredential }).meta({ id: "NewPasskeyRequest" });
export type NewPasskeyRequest = z.infer<typeof newPasskeyRequest>;

export const passkeyNameRequest = z.object({ name: passkeyName }).meta({ id: "PasskeyNameRequest" });

export const passkeySignInRequest = z
  .object({ credential: usedCredential, remember: z.boolean().default(false) })
  .meta({ id: "PasskeySignInRequest" });
export type PasskeySignInRequest = z.infer<typeof passkeySignInRequest>;

export const passkey = z
  .object({
    id: z.int(),
    name: z.string(),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable(),
    /** Whether the authenticator copies it to other devices of the customer. */
    is_backed_up: z.boolean(),
  })
  .meta({ id: "Passkey" });
export type Passkey = z.infer<typeof passkey>;

/** For `navigator.credentials.get`. No credentials are named, so that nothing is revealed about an email. */
export const passkeyRequestOptions = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int(),
    userVerification: z.literal("preferred"),
  })
  .meta({ id: "PasskeyRequestOptions" });
export type PasskeyRequestOptions = z.infer<typeof passkeyRequestOptions>;

/** For `navigator.credentials.create`. */
export const passkeyCreationOptions = z
  .object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.int() })),
    timeout: z.int(),
    attestation: z.literal("none"),
    excludeCredentials: z.array(
      z.object({ id: z.string(), type: z.literal("public-key"), transports: z.array(z.string()) }),
    ),
    authenticatorSelection: z.object({
      residentKey: z.literal("required"),
      requireResidentKey: z.literal(true),
      userVerification: z.literal("preferred"),
    }),
  })
  .meta({ id: "PasskeyCreationOptions" });
export type PasskeyCreationOptions = z.infer<typeof passkeyCreationOptions>;
