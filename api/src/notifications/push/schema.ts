import { z } from "zod";

/** A key of a subscription in base64url, of a number of bytes. */
const key = (bytes: number) =>
  z
    .string("required")
    .regex(/^[\w-]+={0,2}$/, "invalid")
    .refine((value) => Math.floor((value.replaceAll("=", "").length * 3) / 4) === bytes, "invalid");

/** A `PushSubscription` of a browser as JSON (Push API). */
export const pushSubscriptionRequest = z
  .object({
    /** A URL: printable ASCII only. */
    endpoint: z
      .string("required")
      .max(1000, "invalid")
      .regex(/^[!-~]*$/, "invalid"),
    keys: z.object({ p256dh: key(65), auth: key(16) }, "required"),
  })
  .meta({ id: "PushSubscriptionRequest" });
export type PushSubscriptionRequest = z.infer<typeof pushSubscriptionRequest>;

export const pushState = z
  .object({
    /** The `applicationServerKey` of a new subscription. */
    public_key: z.string(),
    devices: z.array(
      z.object({
        id: z.int(),
        /** Such as `Chrome, Android`; empty if it is unknown. */
        name: z.string(),
        created_at: z.iso.datetime(),
        /** SHA-256 of the endpoint in hexadecimal, by which a browser recognizes its own subscription. */
        endpoint_hash: z.string(),
      }),
    ),
  })
  .meta({ id: "PushState" });
export type PushState = z.infer<typeof pushState>;

export const refusals = { push_service_unknown: 422, push_device_not_found: 404 } as const;
