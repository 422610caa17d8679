import type { ReactNode } from "react";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { cardClass, LineList, ProgressBar, SplitOption, type LinesById, type Split } from "./split-parts.tsx";

type TwoOrdersOptionProps = {
  split: Split;
  lines: LinesById;
  /** The duty-free limit of each order; null if it is a weight limit. */
  limit: number | null;
  formatMoney: (amount: number) => string;
  action: ReactNode;
};

/** Two orders below the limit: what they save, what they cost more, and what is in each. */
export function TwoOrdersOption({ split, lines, limit, formatMoney, action }: TwoOrdersOptionProps) {
  const { t } = useAccountI18n();
  const netSaving = Math.round((split.saved - split.added) * 100) / 100;
  return (
    <li className={`${cardClass} border-line-strong`}>
      <SplitOption
        title={t("checkout.split_two")}
        text={t("checkout.split_two_text")}
        amountText={
          netSaving > 0 ? t("checkout.split_better", { gain: formatMoney(netSaving) }) : t("checkout.split_no_better")
        }
        amountNote={
          split.added > 0 ? t("checkout.split_plus", { added: formatMoney(split.added) }) : t("checkout.split_free")
        }
      />
      <ol className="mt-4 grid gap-3 sm:grid-cols-2 lg:pl-8">
        {split.parts.map((part, index) => (
          <ParcelDetails
            key={part.products_price}
            part={part}
            lines={lines}
            number={index + 1}
            limit={limit}
            formatMoney={formatMoney}
          />
        ))}
      </ol>
      <div className="mt-4 lg:pl-8">{action}</div>
    </li>
  );
}

type ParcelDetailsProps = {
  part: Split["parts"][number];
  lines: LinesById;
  number: number;
  limit: number | null;
  formatMoney: (amount: number) => string;
};

/** One of the two orders: its lines, its share of the limit, and its delivery cost. */
function ParcelDetails({ part, lines, number, limit, formatMoney }: ParcelDetailsProps) {
  const { t } = useAccountI18n();
  return (
    <li className="rounded-md border border-line p-3.5 text-sm">
      <p className="flex justify-between gap-3">
        <b className="font-semibold">{t("checkout.split_order", { number })}</b>
        <span className="num">{formatMoney(part.products_price)}</span>
      </p>
      {limit === null ? null : (
        <ProgressBar
          className="mt-2 h-1.5 bg-mist"
          percent={Math.min(100, Math.round((part.products_price / limit) * 100))}
        />
      )}
      <LineList pieces={part.lines} lines={lines} />
      <p className="num mt-3 text-xs text-ink-2">
        {`${t("checkout.sum_delivery")}: ${part.delivery_price === 0 ? t("checkout.free") : formatMoney(part.delivery_price)}`}
      </p>
    </li>
  );
}
