import { Check, ReceiptText } from "lucide-react";
import type { ReactNode } from "react";
import { insertNonBreakingSpaces } from "@furoshiki/design-system/i18n/format.ts";
import { InfoLink } from "../navigation/info-link.tsx";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { Picture } from "@furoshiki/design-system/ui/picture.tsx";
import type { Currency, CartViewModel } from "./cart-view-model.ts";

type Split = NonNullable<CartViewModel["split"]>;

type SplitAdviceProps = {
  split: Split;
  /** The duty-free limit, null if it is a weight limit, and the duty on the whole cart. */
  duty: { limit: number | null; tax: number };
  /** Subtotal of the goods. */
  products: number;
  currency: Currency;
  /** Button or link that splits the order. */
  action: ReactNode;
  /** Removes items from the cart; can be undone. */
  onRemove: (lines: Split["parts"][number]["lines"]) => void;
};

const cardClass = "rounded-md border p-4";

/** Advice above the duty-free limit: split into two orders with the savings and costs, or remove items (docs/domain/customs.md). */
export function SplitAdvice({ split, duty, products, currency, action, onRemove }: SplitAdviceProps) {
  const { t, format } = useI18n();
  const formatMoney = (amount: number) => format.money(amount, currency);
  return (
    <section
      aria-labelledby="split-title"
      className="border-y border-yamabuki-300 bg-surface px-4 py-7 lg:rounded-md lg:border lg:px-8 lg:py-8"
    >
      <div className="flex items-start gap-4">
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-yamabuki-50 text-yamabuki-800">
          <ReceiptText size={22} strokeWidth={1.5} aria-hidden />
        </span>
        <div className="min-w-0">
          <h2 id="split-title" className="text-2xl">
            {t("checkout.split_title")}
          </h2>
          {duty.limit === null ? null : (
            <p className="mt-1 text-sm text-ink-2">
              {t("checkout.split_text", { limit: formatMoney(duty.limit), sum: formatMoney(products) })}
            </p>
          )}
        </div>
      </div>
      {duty.limit !== null && products > duty.limit ? (
        <LimitBar limit={duty.limit} products={products} formatMoney={formatMoney} />
      ) : null}
      {split.parts.length === 0 ? (
        <p className="mt-5 text-sm">{t(`checkout.split_${split.reason ?? "impossible"}`)}</p>
      ) : null}
      {split.parts.length > 0 || split.remove ? (
        <>
          <h3 className="mt-6 font-sans text-sm font-semibold">{t("checkout.split_what")}</h3>
          <ul className="mt-3 space-y-3">
            <li className={`${cardClass} border-tokiwa-700 bg-tokiwa-50`}>
              <SplitOption
                title={t("checkout.split_keep")}
                text={t("checkout.split_keep_text")}
                amountText={`≈\u00a0${formatMoney(duty.tax)}`}
                amountNote={t("checkout.split_duty")}
                isCurrent
              />
            </li>
            {split.parts.length > 0 ? (
              <TwoOrdersOption split={split} limit={duty.limit} formatMoney={formatMoney} action={action} />
            ) : null}
            {split.remove ? (
              <RemoveItemsOption removal={split.remove} formatMoney={formatMoney} onRemove={onRemove} />
            ) : null}
          </ul>
          <p className="mt-4 text-xs text-ink-2">
            {split.parts.length > 0 ? `${t("checkout.split_warning")} ` : null}
            <InfoLink slug="custom-tax" className="underline underline-offset-4">
              {t("checkout.split_rules")}
            </InfoLink>
          </p>
        </>
      ) : null}
    </section>
  );
}

type TwoOrdersOptionProps = {
  split: Split;
  /** The duty-free limit of each order; null if it is a weight limit. */
  limit: number | null;
  formatMoney: (amount: number) => string;
  action: ReactNode;
};

/** Two orders below the limit: what they save, what they cost more, and what is in each. */
function TwoOrdersOption({ split, limit, formatMoney, action }: TwoOrdersOptionProps) {
  const { t } = useI18n();
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
          <ParcelDetails key={part.products} part={part} number={index + 1} limit={limit} formatMoney={formatMoney} />
        ))}
      </ol>
      <div className="mt-4 lg:pl-8">{action}</div>
    </li>
  );
}

type RemoveItemsOptionProps = {
  removal: NonNullable<Split["remove"]>;
  formatMoney: (amount: number) => string;
  onRemove: SplitAdviceProps["onRemove"];
};

/** One order below the limit, without the listed items. */
function RemoveItemsOption({ removal, formatMoney, onRemove }: RemoveItemsOptionProps) {
  const { t } = useI18n();
  return (
    <li className={`${cardClass} border-line-strong scriptless:hidden`}>
      <SplitOption
        title={t("checkout.split_remove")}
        text={t("checkout.split_remove_text")}
        amountText={t("checkout.split_left", { sum: formatMoney(removal.products) })}
        amountNote={t("checkout.split_left_under")}
      />
      <div className="mt-4 lg:pl-8">
        <LineList lines={removal.lines} />
        <Button kind="outline" className="mt-4" onClick={() => onRemove(removal.lines)}>
          {t("checkout.split_remove_apply")}
        </Button>
      </div>
    </li>
  );
}

/** Shows how much of the subtotal is within the limit and how much is above it. */
function LimitBar({
  limit,
  products,
  formatMoney,
}: {
  limit: number;
  products: number;
  formatMoney: (amount: number) => string;
}) {
  const { t } = useI18n();
  const percentWithin = Math.round((limit / products) * 100);
  return (
    <div className="mt-5 text-xs text-ink-2">
      <ProgressBar className="h-2 bg-yamabuki-800" percent={percentWithin} />
      <dl className="num mt-2 flex justify-between gap-4">
        <div>
          <dt>{t("checkout.split_within")}</dt>
          <dd className="font-semibold text-ink">{formatMoney(limit)}</dd>
        </div>
        <div className="text-right">
          <dt>{t("checkout.split_over")}</dt>
          <dd className="font-semibold text-ink">{formatMoney(Math.round((products - limit) * 100) / 100)}</dd>
        </div>
      </dl>
    </div>
  );
}

/** Progress bar. An SVG, because the Content Security Policy forbids inline styles. @param percent 0 to 100 */
function ProgressBar({ percent, className }: { percent: number; className: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 1"
      preserveAspectRatio="none"
      className={`block w-full rounded-full text-tokiwa-700 ${className}`}
    >
      <rect width={percent} height="1" fill="currentColor" />
    </svg>
  );
}

type SplitOptionProps = {
  title: string;
  text: string;
  amountText: string;
  amountNote: string;
  /** Whether this is the current state of the cart. */
  isCurrent?: boolean;
};

function SplitOption({ title, text, amountText, amountNote, isCurrent }: SplitOptionProps) {
  return (
    <div className="flex gap-3 text-sm">
      <span
        aria-hidden
        className={`mt-0.5 grid size-5 shrink-0 place-items-center rounded-full ${isCurrent ? "bg-tokiwa-700 text-on-dark" : "border border-line-strong"}`}
      >
        {isCurrent ? <Check size={14} strokeWidth={2.5} /> : null}
      </span>
      <div className="flex min-w-0 grow flex-wrap justify-between gap-x-4 gap-y-1">
        <p className="min-w-0">
          <b className="font-semibold">{title}</b>
          <span className="block text-ink-2">{text}</span>
        </p>
        <p className="num sm:text-right">
          <b className="font-semibold">{amountText}</b>
          <span className="block text-xs text-ink-2">{amountNote}</span>
        </p>
      </div>
    </div>
  );
}

type ParcelDetailsProps = {
  part: Split["parts"][number];
  number: number;
  limit: number | null;
  formatMoney: (amount: number) => string;
};

/** One of the two orders: its lines, its share of the limit, and its delivery cost. */
function ParcelDetails({ part, number, limit, formatMoney }: ParcelDetailsProps) {
  const { t } = useI18n();
  return (
    <li className="rounded-md border border-line p-3.5 text-sm">
      <p className="flex justify-between gap-3">
        <b className="font-semibold">{t("checkout.split_order", { number })}</b>
        <span className="num">{formatMoney(part.products)}</span>
      </p>
      {limit === null ? null : (
        <ProgressBar
          className="mt-2 h-1.5 bg-mist"
          percent={Math.min(100, Math.round((part.products / limit) * 100))}
        />
      )}
      <LineList lines={part.lines} />
      <p className="num mt-3 text-xs text-ink-2">
        {`${t("checkout.sum_delivery")}: ${part.delivery === 0 ? t("checkout.free") : formatMoney(part.delivery)}`}
      </p>
    </li>
  );
}

function LineList({ lines }: { lines: Split["parts"][number]["lines"] }) {
  return (
    <ul className="mt-3 space-y-2 text-xs text-ink-2">
      {lines.map(({ cartId, name, image, qty }) => (
        <li key={cartId} className="flex items-center gap-2.5">
          {image ? (
            <Picture
              image={image}
              sizes="36px"
              wrapperClass="shrink-0"
              className="aspect-4/5 w-9 max-w-none rounded-xs object-cover"
            />
          ) : null}
          <span className="min-w-0 grow">{insertNonBreakingSpaces(name)}</span>
          <span className="num whitespace-nowrap">{`× ${qty}`}</span>
        </li>
      ))}
    </ul>
  );
}
