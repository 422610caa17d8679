import type { BonusAccount } from "@furoshiki/api/bonuses";
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
import { Link } from "../lib/link.tsx";
import { useShop } from "../lib/shop.tsx";

type Row = BonusAccount["items"][number];

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

/** One entry of the ledger: what happened, when, how much, and what stood on the account then (design §13). */
export function BonusRow({ row, order }: { row: Row; /** Name of its order. */ order: string | null }) {
  const { t, format } = useShop();
  const Icon = icons[row.kind];
  const isIn = row.amount > 0;
  const date = format.date(row.date);
  const after = t("bonus.after", { count: format.number(row.balance) });
  return (
    <li className="grid grid-cols-[40px_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-3.5 lg:grid-cols-[40px_minmax(0,1fr)_140px_90px_130px] lg:gap-x-4 lg:px-6">
      <span
        className={`grid size-10 place-items-center rounded-full ${isIn ? "bg-tokiwa-50 text-tokiwa-700" : "bg-mist text-ink-2"}`}
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
        <span className={`price text-xl ${isIn ? "text-tokiwa-700" : "text-ink"}`}>
          <span className="sr-only">{t(isIn ? "bonus.came" : "bonus.went")} </span>
          {`${isIn ? "+" : "\u2212"}${format.number(Math.abs(row.amount))}`}
        </span>
        <span className="num block text-xs text-ink-3 lg:hidden">{after}</span>
      </div>
      <p className="num hidden text-right text-sm text-ink-3 lg:block">{after}</p>
    </li>
  );
}
