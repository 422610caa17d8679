import { z } from "zod";
import type { Refusals } from "../../platform/http/errors.ts";

export const MAX_MESSAGE_LENGTH = 2000;
export const MAX_MESSAGE_PHOTOS = 4;

/** The path to which photos are uploaded, whose bodies may be larger than those of other requests. */
export const MESSAGE_PHOTOS_PATH = "/user/message-photos";

const message = z.object({
  id: z.int(),
  is_own: z.boolean(),
  text: z.string(),
  at: z.iso.datetime(),
  photos: z.array(z.object({ id: z.uuid() })),
});

/** The conversation about an order. */
export const orderMessages = z
  .object({
    /** Oldest first. */
    items: z.array(message),
  })
  .meta({ id: "OrderMessages" });
export type OrderMessages = z.infer<typeof orderMessages>;
export type OrderMessage = OrderMessages["items"][number];

export const newMessage = z
  .object({
    text: z.string({ error: "required" }).trim().min(1, "required").max(MAX_MESSAGE_LENGTH, "too_long"),
    photos: z.array(z.uuid()).max(MAX_MESSAGE_PHOTOS).default([]),
  })
  .meta({ id: "NewOrderMessage" });
export type NewMessage = z.infer<typeof newMessage>;

export const createdMessage = z.object({ id: z.int() }).meta({ id: "CreatedOrderMessage" });
export const messagePhoto = z.object({ id: z.uuid() }).meta({ id: "OrderMessagePhoto" });

export const refusals = { message_photo_not_found: 404 } as const satisfies Refusals;
