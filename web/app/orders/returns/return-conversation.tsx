import type { CustomerReturn } from "@furoshiki/api/returns";
import type { ReactNode } from "react";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { useRootData } from "../../store-config/root-data.ts";
import { formatOrderNumber } from "../order-number.ts";

/** What the customer and the store wrote about a return, with the customer's photos. */
export function ReturnConversation({ row }: { row: CustomerReturn }) {
  const { t, to } = useAccountI18n();
  return (
    <section aria-labelledby="talk-title" className="rounded-md border border-line bg-surface p-5 lg:p-8">
      <h2 id="talk-title" className="text-2xl">
        {t("return.talk")}
      </h2>
      <ul className="mt-4 grid gap-3">
        <Message author={t("return.you")} at={row.requested_at} isOwn>
          <p>{t(`return.reason_${row.reason}`)}</p>
          {row.comment ? <p className="mt-1 whitespace-pre-line">{row.comment}</p> : null}
          <ul className="mt-2 flex flex-wrap gap-2 empty:hidden">
            {row.photos.map(({ id }, index) => (
              <li key={id}>
                <a href={to(`/profile/return-photos/${id}`)} target="_blank" rel="noopener">
                  <img
                    src={to(`/profile/return-photos/${id}`)}
                    alt={t("return.photo", { number: index + 1 })}
                    width={96}
                    height={96}
                    loading="lazy"
                    className="size-24 rounded-xs bg-mist object-cover"
                  />
                </a>
              </li>
            ))}
          </ul>
        </Message>
        {row.instructions && row.approved_at ? (
          <Message author={t("return.shop")} at={row.approved_at}>
            <p className="whitespace-pre-line">{row.instructions}</p>
          </Message>
        ) : null}
        {row.decision_reason && row.closed_at ? (
          <Message author={t("return.shop")} at={row.closed_at}>
            <p className="whitespace-pre-line">{row.decision_reason}</p>
          </Message>
        ) : null}
      </ul>
      <Disagreement row={row} />
    </section>
  );
}

type MessageProps = { author: string; at: string; isOwn?: boolean; children: ReactNode };

/** A message: the customer's own to the right, the store's to the left. */
function Message({ author, at, isOwn = false, children }: MessageProps) {
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

/** Whom to write to; nothing if the store has no messenger. */
function Disagreement({ row }: { row: CustomerReturn }) {
  const { t } = useAccountI18n();
  const url = useRootData()?.config.whatsapp?.url;
  if (!url) return null;
  const text = t("return.whatsapp_text", { number: String(row.id), order: formatOrderNumber(row.order_id) });
  return (
    <p className="mt-6 rounded-md bg-mist p-4 text-sm text-ink-2">
      {t("return.disagree")}{" "}
      <a
        href={`${url}?text=${encodeURIComponent(text)}`}
        className="text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700"
      >
        {t("return.write")}
      </a>
    </p>
  );
}
