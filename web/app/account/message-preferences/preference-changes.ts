import type { MessageChannel, MessagePreferences } from "@furoshiki/api/account/message-preferences";

type Item = MessagePreferences["items"][number];
export type PreferenceChange = { kind: Item["kind"]; channel: MessageChannel; is_enabled: boolean };

export const messageChannels: readonly MessageChannel[] = ["email", "push"];

/** Returns whether messages of a kind are sent through a channel; null if they never are. */
export function getChannelState(item: Item, channel: MessageChannel) {
  return channel === "email" ? item.email : item.push;
}

/** Returns the value of the form field `shown`: what was switched on when the page was rendered. */
export function serializeShown(items: readonly Item[]): string {
  return items
    .flatMap((item) =>
      messageChannels
        .filter((channel) => getChannelState(item, channel)?.is_enabled)
        .map((channel) => `${channel}:${item.kind}`),
    )
    .join(" ");
}

/**
 * Compares the checkboxes of the form with what the page showed, so that a page that was opened long ago does not undo
 * a change that was made elsewhere.
 */
export function readPreferenceChanges(items: readonly Item[], form: FormData): PreferenceChange[] {
  const shown = String(form.get("shown") ?? "").split(" ");
  return items.flatMap((item) =>
    messageChannels
      .filter((channel) => getChannelState(item, channel)?.can_change)
      .map((channel) => ({ kind: item.kind, channel, is_enabled: form.getAll(channel).includes(item.kind) }))
      .filter(({ kind, channel, is_enabled }) => is_enabled !== shown.includes(`${channel}:${kind}`)),
  );
}
