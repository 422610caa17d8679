import { z } from "zod";
import { linkRequest } from "../schema.ts";

/**
 * Whether messages of a kind are sent through a channel: always, unless or only if the customer says so, only with the
 * consent of the same name (docs/domain/privacy.md), or never.
 */
type Rule = "required" | "on" | "off" | "consent" | "never";

/**
 * The kinds of messages to customers, in the order of the page. They decide what the page of preferences shows, what is
 * sent, and what the unsubscribe link of an email ends (docs/domain/notifications.md).
 */
export const messageKinds = {
  /** Orders, payments, refunds and returns. */
  order: { email: "required", push: "on" },
  /** The way of a parcel. */
  parcel: { email: "on", push: "on" },
  /** Answers to questions, and decisions about reviews. */
  replies: { email: "on", push: "off" },
  /** Products that the customer waits for: a lower price, or back in stock. */
  products: { email: "on", push: "on" },
  /** An abandoned cart, and loyalty points that expire. */
  reminders: { email: "consent", push: "off" },
  newsletter: { email: "consent", push: "never" },
  /** Sign-in, password and confirmation of an email. */
  account: { email: "required", push: "never" },
} as const satisfies Record<string, { email: Rule; push: Rule }>;

export type MessageKind = keyof typeof messageKinds;
type KindWithEmailRule<R extends Rule> = {
  [K in MessageKind]: (typeof messageKinds)[K]["email"] extends R ? K : never;
}[MessageKind];
/** A kind whose emails need a consent; it has the name of the consent. */
export type ConsentKind = KindWithEmailRule<"consent">;
/** A kind whose emails the recipient can unsubscribe from. */
export type OptionalEmailKind = KindWithEmailRule<"on" | "consent">;

const kindNames = Object.keys(messageKinds) as [MessageKind, ...MessageKind[]];
const messageChannel = z.enum(["email", "push"], "invalid");
export type MessageChannel = z.infer<typeof messageChannel>;

/** Whether the emails of a kind need a consent. */
export function isConsentKind(kind: MessageKind): kind is ConsentKind {
  return messageKinds[kind].email === "consent";
}

/** Whether customers can switch a kind on and off for a channel. */
export function canChange(kind: MessageKind, channel: MessageChannel): boolean {
  return !["required", "never"].includes(messageKinds[kind][channel]);
}

const channelState = z.object({ is_enabled: z.boolean(), can_change: z.boolean() });

export const messagePreferences = z
  .object({
    items: z.array(
      z.object({
        kind: z.enum(kindNames),
        email: channelState,
        /** Null if messages of this kind are never pushed. */
        push: channelState.nullable(),
      }),
    ),
    /** The language of messages that no order decides. */
    locale: z.enum(["ru-RU", "en-US"]),
  })
  .meta({ id: "MessagePreferences" });
export type MessagePreferences = z.infer<typeof messagePreferences>;

export const messagePreferencesRequest = z
  .object({
    changes: z
      .array(
        z
          .object({ kind: z.enum(kindNames, "invalid"), channel: messageChannel, is_enabled: z.boolean("required") })
          .refine(({ kind, channel }) => canChange(kind, channel), "invalid"),
      )
      .max(kindNames.length * messageChannel.options.length, "invalid")
      .default([]),
    locale: z.enum(["ru-RU", "en-US"], "invalid").optional(),
  })
  .meta({ id: "MessagePreferencesRequest" });
export type MessagePreferencesRequest = z.infer<typeof messagePreferencesRequest>;

const optionalEmailKinds = kindNames.filter((kind): kind is OptionalEmailKind => canChange(kind, "email"));

/** The kind that an unsubscribe link names. */
export const optionalEmailKind = z.enum(optionalEmailKinds as [OptionalEmailKind, ...OptionalEmailKind[]]);
export const unsubscribeResponse = z.object({ purpose: optionalEmailKind }).meta({ id: "Unsubscribed" });

/** Signed tokens are longer than those of single-use links. */
export const unsubscribeRequest = linkRequest
  .extend({ token: z.string().min(1, "required").max(2000, "invalid") })
  .meta({ id: "UnsubscribeRequest" });
