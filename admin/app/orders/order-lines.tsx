import { Gift, TriangleAlert } from "lucide-react";
import type { OrderDetail } from "@furoshiki/api/admin/orders";
import { formatAmount } from "../i18n/amounts.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { formatWeight } from "../i18n/weights.ts";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { Thumbnail } from "../ui/thumbnail.tsx";

type Line = OrderDetail["lines"][number];

/** The items of an order. */
export function OrderLines({ order: { lines, gift_cards, currency, shipping } }: { order: OrderDetail }) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const note = [t("orders.pieces", { count: pieces }), formatWeight(i18n, shipping.weight_g)].join(", ");
  return (
    <Card title={t("orders.items")} note={lines.length > 0 ? note : null} isFlush>
      <ul>
        {lines.map((line) => (
          <OrderLine key={line.line} line={line} currency={currency} />
        ))}
        {gift_cards.map(({ recipient, price, sent_at: sentAt, is_void: isVoid }, index) => (
          <li key={index} className="flex items-center gap-3 border-t border-hair px-4 py-2.5 first:border-t-0">
            <div className="grow">
              <p className="font-medium">{t("orders.gift_card_for", { recipient })}</p>
              <p className="text-xs text-ink-3">
                {isVoid
                  ? t("orders.gift_card_void")
                  : sentAt
                    ? t("orders.gift_card_sent")
                    : t("orders.gift_card_waiting")}
              </p>
            </div>
            <span className="font-medium">{formatAmount(format, price, currency)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function OrderLine({ line, currency }: { line: Line; currency: string }) {
  const { t, format } = useI18n();
  const { image, name, option_name: optionName, reference, quantity, price, total, customs } = line;
  return (
    <li className="grid grid-cols-[44px_minmax(0,1fr)_auto] items-center gap-x-3.5 gap-y-1 border-t border-hair px-4 py-2.5 first:border-t-0 desk:grid-cols-[44px_minmax(0,1fr)_8rem_6.5rem]">
      <Thumbnail image={image} size={44} className="row-span-2 self-start desk:row-span-1" />
      <div className="col-span-2 desk:col-span-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="font-medium">{[name, optionName].filter(Boolean).join(", ")}</span>
          {line.is_gift ? <Badge icon={<Gift size={14} aria-hidden />}>{t("orders.gift")}</Badge> : null}
        </p>
        <p className="code text-ink-3">{reference}</p>
        {customs.problems.map((code) => (
          <p key={code} className="mt-0.5 flex items-center gap-1.5 text-xs font-medium text-yamabuki-800">
            <TriangleAlert size={14} aria-hidden className="shrink-0" />
            {t(`fulfillment.problem_${code}`)}
          </p>
        ))}
      </div>
      <span className="text-ink-2 desk:text-right">
        {quantity} × {formatAmount(format, price, currency)}
      </span>
      <span className="text-right font-medium">{formatAmount(format, total, currency)}</span>
    </li>
  );
}
