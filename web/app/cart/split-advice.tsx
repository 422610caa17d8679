import { Check, ReceiptText } from "lucide-react";
import type { ReactNode } from "react";
import { bindWords } from "../lib/format.ts";
import { InfoLink } from "../lib/info-link.tsx";
import { useShop } from "../lib/shop.tsx";
import { Button } from "../ui/button.tsx";
import { Picture } from "../ui/picture.tsx";
import type { Money, ShownCart } from "./shown-cart.ts";

type Split = NonNullable<ShownCart["split"]>;

type SplitAdviceProps = {
  split: Split;
  /** The duty-free limit, null where it is one of weight; and the duty on the whole. */
  duty: { limit: number | null; tax: number };
  /** The sum of goods. */
  products: number;
  money: Money;
  /** The way to two orders. */
  action: ReactNode;
  /** Takes pieces out of the cart, with a way back. */
  onRemove: (lines: Split["parts"][number]["lines"]) => void;
};

const card = "rounded-md border p-4";

/** Above the duty-free limit: two orders instead of one, what they save and cost, or why they are of no use; or what to take out (design §13). */
export function SplitAdvice({ split, duty, products, money, action, onRemove }: SplitAdviceProps) {
  const { t, format } = useShop();
  const sum = (amount: number) => format.money(amount, money);
  const gain = Math.round((split.saved - split.added) * 100) / 100;
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
              {t("checkout.split_text", { limit: sum(duty.limit), sum: sum(products) })}
            </p>
          )}
        </div>
      </div>
      {duty.limit !== null && products > duty.limit ? (
        <LimitBar limit={duty.limit} products={products} sum={sum} />
      ) : null}
      {split.parts.length === 0 ? (
        <p className="mt-5 text-sm">{t(`checkout.split_${split.reason ?? "impossible"}`)}</p>
      ) : null}
      {split.parts.length > 0 || split.remove ? (
        <>
          <h3 className="mt-6 font-sans text-sm font-semibold">{t("checkout.split_what")}</h3>
          <ul className="mt-3 space-y-3">
            <li className={`${card} border-tokiwa-700 bg-tokiwa-50`}>
              <Choice
                title={t("checkout.split_keep")}
                text={t("checkout.split_keep_text")}
                side={`≈\u00a0${sum(duty.tax)}`}
                under={t("checkout.split_duty")}
                isNow
              />
            </li>
            {split.parts.length > 0 ? (
              <li className={`${card} border-line-strong`}>
                <Choice
                  title={t("checkout.split_two")}
                  text={t("checkout.split_two_text")}
                  side={gain > 0 ? t("checkout.split_better", { gain: sum(gain) }) : t("checkout.split_no_better")}
                  under={
                    split.added > 0 ? t("checkout.split_plus", { added: sum(split.added) }) : t("checkout.split_free")
                  }
                />
                <ol className="mt-4 grid gap-3 sm:grid-cols-2 lg:pl-8">
                  {split.parts.map((part, at) => (
                    <Parcel key={part.products} part={part} number={at + 1} limit={duty.limit} sum={sum} />
                  ))}
                </ol>
                <div className="mt-4 lg:pl-8">{action}</div>
              </li>
            ) : null}
            {split.remove ? (
              <li className={`${card} border-line-strong scriptless:hidden`}>
                <Choice
                  title={t("checkout.split_remove")}
                  text={t("checkout.split_remove_text")}
                  side={t("checkout.split_left", { sum: sum(split.remove.products) })}
                  under={t("checkout.split_left_under")}
                />
                <div className="mt-4 lg:pl-8">
                  <Goods lines={split.remove.lines} />
                  <Button kind="outline" className="mt-4" onClick={() => onRemove(split.remove?.lines ?? [])}>
                    {t("checkout.split_remove_do")}
                  </Button>
                </div>
              </li>
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

/** How much of the goods is within the limit, and how much above it. */
function LimitBar({ limit, products, sum }: { limit: number; products: number; sum: (amount: number) => string }) {
  const { t } = useShop();
  const within = Math.round((limit / products) * 100);
  return (
    <div className="mt-5 text-xs text-ink-2">
      <Bar className="h-2 bg-yamabuki-800" filled={within} />
      <dl className="num mt-2 flex justify-between gap-4">
        <div>
          <dt>{t("checkout.split_within")}</dt>
          <dd className="font-semibold text-ink">{sum(limit)}</dd>
        </div>
        <div className="text-right">
          <dt>{t("checkout.split_over")}</dt>
          <dd className="font-semibold text-ink">{sum(Math.round((products - limit) * 100) / 100)}</dd>
        </div>
      </dl>
    </div>
  );
}

/** @param filled percent. The policy of the page allows no style of its own: a drawing has a width without one. */
function Bar({ filled, className }: { filled: number; className: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 1"
      preserveAspectRatio="none"
      className={`block w-full rounded-full text-tokiwa-700 ${className}`}
    >
      <rect width={filled} height="1" fill="currentColor" />
    </svg>
  );
}

type ChoiceProps = {
  title: string;
  text: string;
  side: string;
  under: string;
  /** As the cart stands. */ isNow?: boolean;
};

function Choice({ title, text, side, under, isNow }: ChoiceProps) {
  return (
    <div className="flex gap-3 text-sm">
      <span
        aria-hidden
        className={`mt-0.5 grid size-5 shrink-0 place-items-center rounded-full ${isNow ? "bg-tokiwa-700 text-on-dark" : "border border-line-strong"}`}
      >
        {isNow ? <Check size={14} strokeWidth={2.5} /> : null}
      </span>
      <div className="flex min-w-0 grow flex-wrap justify-between gap-x-4 gap-y-1">
        <p className="min-w-0">
          <b className="font-semibold">{title}</b>
          <span className="block text-ink-2">{text}</span>
        </p>
        <p className="num sm:text-right">
          <b className="font-semibold">{side}</b>
          <span className="block text-xs text-ink-2">{under}</span>
        </p>
      </div>
    </div>
  );
}

type ParcelProps = {
  part: Split["parts"][number];
  number: number;
  limit: number | null;
  sum: (amount: number) => string;
};

/** One of the two: how full it is, what is in it, and what its delivery costs. */
function Parcel({ part, number, limit, sum }: ParcelProps) {
  const { t } = useShop();
  return (
    <li className="rounded-md border border-line p-3.5 text-sm">
      <p className="flex justify-between gap-3">
        <b className="font-semibold">{t("checkout.split_order", { number })}</b>
        <span className="num">{sum(part.products)}</span>
      </p>
      {limit === null ? null : (
        <Bar className="mt-2 h-1.5 bg-mist" filled={Math.min(100, Math.round((part.products / limit) * 100))} />
      )}
      <Goods lines={part.lines} />
      <p className="num mt-3 text-xs text-ink-2">
        {`${t("checkout.sum_delivery")}: ${part.delivery === 0 ? t("checkout.free") : sum(part.delivery)}`}
      </p>
    </li>
  );
}

function Goods({ lines }: { lines: Split["parts"][number]["lines"] }) {
  return (
    <ul className="mt-3 space-y-2 text-xs text-ink-2">
      {lines.map(({ cartId, name, image, qty }) => (
        <li key={cartId} className="flex items-center gap-2.5">
          {image ? (
            <Picture
              image={image}
              sizes="36px"
              frameClass="shrink-0"
              className="aspect-4/5 w-9 max-w-none rounded-xs object-cover"
            />
          ) : null}
          <span className="min-w-0 grow">{bindWords(name)}</span>
          <span className="num whitespace-nowrap">{`× ${qty}`}</span>
        </li>
      ))}
    </ul>
  );
}
