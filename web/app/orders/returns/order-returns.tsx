import type { CustomerOrderReturns } from "@furoshiki/api/returns";
import { buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { Undo2 } from "lucide-react";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { Link } from "../../navigation/link.tsx";
import { ReturnBadge } from "./return-badge.tsx";

/** The returns of an order, and the link to request one while that is possible. */
export function OrderReturns({ options }: { options: CustomerOrderReturns }) {
  const { t, format } = useAccountI18n();
  const { returns, can_return, can_claim, return_until: returnUntil, claim_until: claimUntil, order } = options;
  const canRequest = can_return || can_claim;
  if (!canRequest && returns.length === 0) return null;
  return (
    <section
      aria-labelledby="returns-title"
      className="rounded-md border border-line bg-surface p-5 lg:p-8 print:hidden"
    >
      <h2 id="returns-title" className="text-2xl">
        {t(returns.length > 0 ? "return.list" : "return.title")}
      </h2>
      <ul className="mt-2 divide-y divide-line empty:hidden">
        {returns.map(({ id, status, outcome, requested_at, pieces }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4">
            <div>
              <Link
                to={`/profile/returns/${id}`}
                className="text-sm font-semibold underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700"
              >
                {t("return.number", { number: format.number(id) })}
              </Link>
              <p className="num mt-0.5 text-xs text-ink-2">
                {format.date(requested_at)}, {t("checkout.pieces", { count: pieces })}
              </p>
            </div>
            <ReturnBadge status={status} outcome={outcome} />
          </li>
        ))}
      </ul>
      {canRequest ? (
        <>
          <Link
            to={`/profile/orders/${order.id}/return`}
            className={buttonClass({ kind: "outline", className: "mt-4 h-auto! min-h-11 py-2 whitespace-normal!" })}
          >
            <Undo2 size={18} strokeWidth={1.5} aria-hidden />
            {t("return.button")}
          </Link>
          {returnUntil && claimUntil ? (
            <p className="mt-3 text-xs text-ink-2">
              {can_return ? (
                <span className="block">{t("return.return_until", { date: format.date(returnUntil) })}</span>
              ) : null}
              {can_claim ? (
                <span className="block">{t("return.claim_until", { date: format.date(claimUntil) })}</span>
              ) : null}
            </p>
          ) : null}
        </>
      ) : null}
    </section>
  );
}
