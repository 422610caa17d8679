import type { CustomerReturn } from "@furoshiki/api/returns";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { Link } from "../../navigation/link.tsx";
import { ConversationMessage } from "../conversation-message.tsx";

/** What the customer and the store wrote about a return, with the customer's photos. */
export function ReturnConversation({ row }: { row: CustomerReturn }) {
  const { t, to } = useAccountI18n();
  return (
    <section aria-labelledby="talk-title" className="rounded-md border border-line bg-surface p-5 lg:p-8">
      <h2 id="talk-title" className="text-2xl">
        {t("return.talk")}
      </h2>
      <ul className="mt-4 grid gap-3">
        <ConversationMessage author={t("return.you")} at={row.requested_at} isOwn>
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
        </ConversationMessage>
        {row.instructions && row.approved_at ? (
          <ConversationMessage author={t("return.shop")} at={row.approved_at}>
            <p className="whitespace-pre-line">{row.instructions}</p>
          </ConversationMessage>
        ) : null}
        {row.decision_reason && row.closed_at ? (
          <ConversationMessage author={t("return.shop")} at={row.closed_at}>
            <p className="whitespace-pre-line">{row.decision_reason}</p>
          </ConversationMessage>
        ) : null}
      </ul>
      <Disagreement row={row} />
    </section>
  );
}

/** Where to answer: in the conversation about the order. */
function Disagreement({ row }: { row: CustomerReturn }) {
  const { t } = useAccountI18n();
  return (
    <p className="mt-6 rounded-md bg-mist p-4 text-sm text-ink-2">
      {t("return.disagree")}{" "}
      <Link
        to={`/profile/orders/${row.order_id}#messages`}
        className="text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700"
      >
        {t("return.write")}
      </Link>
    </p>
  );
}
