import type { ReactNode } from "react";
import { useAccountI18n } from "../i18n/account-i18n.ts";

type ConversationMessageProps = { author: string; at: string; isOwn?: boolean; children: ReactNode };

/** A message of a conversation: the customer's own to the right, the store's to the left. */
export function ConversationMessage({ author, at, isOwn = false, children }: ConversationMessageProps) {
  const { format } = useAccountI18n();
  return (
    <li
      className={`w-fit max-w-[min(100%,30rem)] rounded-md p-3.5 text-sm wrap-anywhere ${isOwn ? "ml-auto bg-tokiwa-50" : "border border-line bg-paper"}`}
    >
      <p className="mb-1 text-xs">
        <b className="font-semibold">{author}</b> <span className="num text-ink-2">{format.dateTime(at)}</span>
      </p>
      {children}
    </li>
  );
}
