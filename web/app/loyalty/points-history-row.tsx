import type { LoyaltyAccount } from "@furoshiki/api/loyalty";
import {
  Cake,
  Gift,
  Hourglass,
  MessageSquare,
  PackageCheck,
  PackageX,
  RotateCcw,
  ShoppingBag,
  UserPlus,
  type LucideIcon,
} from "lucide-react";
import { Link } from "../navigation/link.tsx";
import { useAccountI18n } from "../i18n/account-i18n.ts";

type Row = LoyaltyAccount["items"][number];

const icons: Record<Row["kind"], LucideIcon> = {
  earned: PackageCheck,
  spent: ShoppingBag,
  returned: RotateCcw,
  expired: Hourglass,
  taken_back: PackageX,
  granted: Gift,
  welcome: UserPlus,
  birthday: Cake,
  review: MessageSquare,
};

/** An entry of the points ledger: reason, date, amount and the balance after it. */
export function PointsHistoryRow({
  row,
  order,
}: {
  row: Row;
  /** Title of the order of the entry. */
  order: string | null;
}) {
  const { t, format } = useAccountI18n();
  const Icon = icons[row.kind];
  const isCredit = row.amount > 0;
  const date = format.date(row.date);
  const balanceText = t("loyalty.balance_after", { count: format.number(row.balance) });
  return (
    <li className="grid grid-cols-[40px_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-3.5 lg:grid-cols-[40px_minmax(0,1fr)_140px_90px_130px] lg:gap-x-4 lg:px-6">
      <span
        className={`grid size-10 place-items-center rounded-full ${isCredit ? "bg-tokiwa-50 text-tokiwa-700" : "bg-mist text-ink-2"}`}
      >
        <Icon size={19} strokeWidth={1.5} aria-hidden />
      </span>
      <div className="min-w-0 text-sm">
        <p className="font-medium break-words">{row.reason}</p>
        {row.order_id === undefined ? null : (
          <Link
            to={`/profile/orders/${row.order_id}`}
            className="inline-block py-0.5 text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4"
          >
            {order}
          </Link>
        )}
        <p className="num text-ink-3 lg:hidden">{date}</p>
      </div>
      <p className="num hidden text-sm text-ink-2 lg:block">{date}</p>
      <div className="text-right">
        <span className={`price text-xl ${isCredit ? "text-tokiwa-700" : "text-ink"}`}>
          <span className="sr-only">{t(isCredit ? "loyalty.received" : "loyalty.spent")} </span>
          {`${isCredit ? "+" : "\u2212"}${format.number(Math.abs(row.amount))}`}
        </span>
        <span className="num block text-xs text-ink-3 lg:hidden">{balanceText}</span>
      </div>
      <p className="num hidden text-right text-sm text-ink-3 lg:block">{balanceText}</p>
    </li>
  );
}
