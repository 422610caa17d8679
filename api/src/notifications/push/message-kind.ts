import type { MessageKind } from "../../account/message-preferences/schema.ts";

/** The kind of message that a notification is, by the beginning of its own kind; the first match applies. */
const kindsByPattern: readonly [RegExp, MessageKind][] = [
  [/^(order_(shipped|delivered)$|parcel_)/, "parcel"],
  [/^(order|payment|return)_/, "order"],
  [/^(review|question)_/, "replies"],
  [/^(back_in_stock|price_drop)$/, "products"],
  [/^(abandoned_cart|points_expiring)$/, "reminders"],
];

/** Returns the kind of message that a notification is; null if it is shown on the site only, such as an announcement. */
export function getMessageKind(notificationKind: string): MessageKind | null {
  return kindsByPattern.find(([pattern]) => pattern.test(notificationKind))?.[1] ?? null;
}
