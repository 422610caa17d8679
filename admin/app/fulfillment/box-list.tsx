import { Check, Gift, MessageSquareText } from "lucide-react";
import type { ShipmentItem } from "@furoshiki/api/admin/fulfillment/shipments";
import { formatOrderNumber } from "../i18n/amounts.ts";
import { getItemName } from "./station-parts.tsx";
import { useStationTexts } from "./station-texts.tsx";

type BoxListProps = {
  items: readonly ShipmentItem[];
  /** The line that is being packed. */
  currentLine: number | null;
  comment: string;
};

/** What belongs in the box and what is in it already, with the comment of the customer. */
export function BoxList({ items, currentLine, comment }: BoxListProps) {
  const { t } = useStationTexts();
  const isOfSeveral = new Set(items.map(({ order_id }) => order_id)).size > 1;
  const [packed, quantity] = [sum(items.map((item) => item.packed)), sum(items.map((item) => item.quantity))];
  return (
    <aside className="flex min-w-0 flex-col border-edge bg-card max-desk:border-t desk:border-l">
      <h2 className="flex items-baseline justify-between gap-3 px-4 pt-4 pb-2.5 text-[1.375rem]/7 desk:px-6 desk:pt-5">
        {t("box")} <span>{t("of", { packed, quantity })}</span>
      </h2>
      <div className="px-4 pb-4 desk:px-6">
        <progress
          aria-label={t("progress")}
          value={packed}
          max={quantity}
          className="block h-2.5 w-full appearance-none overflow-hidden rounded-full bg-mist [&::-moz-progress-bar]:bg-ai-700 [&::-webkit-progress-bar]:bg-mist [&::-webkit-progress-value]:bg-ai-700"
        />
      </div>
      <ul>
        {items.map((item) => (
          <BoxItem key={item.line} item={item} isCurrent={item.line === currentLine} isOfSeveral={isOfSeveral} />
        ))}
      </ul>
      {comment === "" ? null : (
        <p className="mt-auto flex items-start gap-3 border-t border-hair px-4 py-4 desk:px-6">
          <MessageSquareText size={24} strokeWidth={1.5} aria-label={t("comment")} className="shrink-0 text-ink-3" />
          <q className="min-w-0">{comment}</q>
        </p>
      )}
    </aside>
  );
}

type BoxItemProps = {
  item: ShipmentItem;
  isCurrent: boolean;
  /** Whether the box has goods of several orders, so that each item names its own. */
  isOfSeveral: boolean;
};

function BoxItem({ item, isCurrent, isOfSeveral }: BoxItemProps) {
  const texts = useStationTexts();
  const { t } = texts;
  const { packed, quantity, image, reference, is_gift: isGift } = item;
  const isComplete = packed >= quantity;
  return (
    <li
      aria-current={isCurrent ? "step" : undefined}
      className="grid min-h-20 grid-cols-[56px_minmax(0,1fr)_auto] items-center gap-3.5 border-t border-hair px-4 py-2.5 aria-[current=step]:bg-tokiwa-50 aria-[current=step]:shadow-[inset_4px_0_0_var(--color-tokiwa-700)] desk:px-6"
    >
      <span className="size-14 overflow-hidden rounded-xs bg-mist">
        {image ? <img src={image.src} alt="" width={56} height={56} className="size-full object-cover" /> : null}
      </span>
      <div>
        <p className={`text-[1.0625rem]/5.5 font-medium ${isComplete ? "text-ink-3" : ""}`}>
          {getItemName(texts, item)}
        </p>
        <p className="flex flex-wrap items-center gap-x-1.5 text-base/5 text-ink-3">
          {isComplete ? (
            <>
              <Check size={18} aria-hidden /> {t("in_box")}
            </>
          ) : (
            <span className="code">{reference}</span>
          )}
          {isOfSeveral ? <span className="whitespace-nowrap">№ {formatOrderNumber(item.order_id)}</span> : null}
          {isGift ? (
            <>
              <Gift size={17} aria-hidden /> {t("gift")}
            </>
          ) : null}
        </p>
      </div>
      <span className="font-semibold whitespace-nowrap">{t("of", { packed, quantity })}</span>
    </li>
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
