import type { CustomerOrderReturns } from "@furoshiki/api/returns";
import { buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { Undo2 } from "lucide-react";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { Link } from "../../navigation/link.tsx";
import { ReturnBadge } from "./return-badge.tsx";

/** The link to request a return of an order or to report a problem; nothing once that is not possible. */
export function RequestReturnLink({ options }: { options: CustomerOrderReturns }) {
  const { t } = useAccountI18n();
  if (!options.can_return && !options.can_claim) return null;
  return (
    <Link
      to={`/profile/orders/${options.order.id}/return`}
      className={buttonClass({ kind: "outline", className: "h-auto! min-h-11 py-2 whitespace-normal! max-sm:w-full" })}
    >
      <Undo2 size={18} strokeWidth={1.5} aria-hidden />
      {t("return.button")}
    </Link>
  );
}

/** Until when goods can be returned and problems reported; nothing before the delivery. */
export function ReturnDeadlines({ options }: { options: CustomerOrderReturns }) {
  const { t, format } = useAccountI18n();
  const { can_return, can_claim, return_until: returnUntil, claim_until: claimUntil } = options;
  const texts = [
    ...(can_return && returnUntil ? [t("return.return_until", { date: format.date(returnUntil) })] : []),
    ...(can_claim && claimUntil ? [t("return.claim_until", { date: format.date(claimUntil) })] : []),
  ];
  if (texts.length === 0) return null;
  return (
    <p className="mt-3 text-xs text-ink-2">
      {texts.map((text) => (
        <span key={text} className="block">
          {text}
        </span>
      ))}
    </p>
  );
}

/** The returns of an order; nothing if there are none. */
export function OrderReturns({ options: { returns } }: { options: CustomerOrderReturns }) {
  const { t, format } = useAccountI18n();
  if (returns.length === 0) return null;
  return (
    <section
      aria-labelledby="returns-title"
      className="rounded-md border border-line bg-surface p-5 lg:p-8 print:hidden"
    >
      <h2 id="returns-title" className="text-2xl">
        {t("return.list")}
      </h2>
      <ul className="mt-2 divide-y divide-line">
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
    </section>
  );
}
