import type { ReturnDetail } from "@furoshiki/api/admin/returns";
import { formatAmount } from "../i18n/amounts.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Card } from "../ui/card.tsx";
import { Thumbnail } from "../ui/thumbnail.tsx";

type Line = ReturnDetail["lines"][number];

/** The goods of a return, and what came back of them. */
export function ReturnLines({ return: { lines, currency, value } }: { return: ReturnDetail }) {
  const { t, format } = useI18n();
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <Card title={t("returns.goods")} note={t("returns.pieces", { count: pieces })} isFlush>
      <ul>
        {lines.map((line) => (
          <ReturnLine key={line.line} line={line} currency={currency} />
        ))}
      </ul>
      <p className="flex justify-between gap-4 border-t border-edge px-4 py-2.5">
        <span className="text-ink-2">{t("returns.paid_for_goods")}</span>
        <span className="font-semibold">{formatAmount(format, value, currency)}</span>
      </p>
    </Card>
  );
}

function ReturnLine({ line, currency }: { line: Line; currency: string }) {
  const { t, format } = useI18n();
  const { image, name, option_name: optionName, reference, quantity, ordered_quantity: ordered, value } = line;
  const replacement = line.options.find(({ id }) => id === line.replacement_option_id);
  return (
    <li className="grid grid-cols-[44px_minmax(0,1fr)_auto] items-center gap-x-3.5 gap-y-1 border-t border-hair px-4 py-2.5 first:border-t-0 desk:grid-cols-[44px_minmax(0,1fr)_10rem_6.5rem]">
      <Thumbnail image={image} size={44} className="row-span-2 self-start desk:row-span-1" />
      <div className="col-span-2 desk:col-span-1">
        <p className="font-medium">{[name, optionName].filter(Boolean).join(", ")}</p>
        <p className="code text-ink-3">{reference}</p>
        {replacement ? <p className="text-ink-2">{t("returns.wants_option", { name: replacement.name })}</p> : null}
        <ReceivedGoods line={line} />
      </div>
      <span className="text-ink-2 desk:text-right">{t("returns.of_ordered", { quantity, ordered })}</span>
      <span className="text-right font-medium">{formatAmount(format, value, currency)}</span>
    </li>
  );
}

/** The pieces that came back, their condition, and how many of them went back to stock. */
function ReceivedGoods({ line }: { line: Line }) {
  const { t } = useI18n();
  const { received_quantity: received, condition, restocked_quantity: restocked } = line;
  if (received === null || condition === null || restocked === null) return null;
  if (received === 0) return <p className="text-yamabuki-800">{t("returns.not_received")}</p>;
  return (
    <p className="text-ink-2">
      {t("returns.received_pieces", { count: received })}, {t(`returns.condition_${condition}`).toLowerCase()}.{" "}
      {restocked > 0 ? t("returns.restocked_pieces", { count: restocked }) : null}{" "}
      {restocked < received ? t("returns.written_off_pieces", { count: received - restocked }) : null}
    </p>
  );
}
