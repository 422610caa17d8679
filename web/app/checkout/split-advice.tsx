import { ReceiptText } from "lucide-react";
import { useFetcher } from "react-router";
import type { ShownCart } from "../cart/shown-cart.ts";
import type { FormAnswer } from "../lib/form-answer.ts";
import { useShop } from "../lib/shop.tsx";
import { Button } from "../ui/button.tsx";
import { Note } from "../ui/note.tsx";

/** Above the duty-free limit: two orders instead of one, what they save and cost, or why they are of no use (design §13). */
export function SplitAdvice({ cart }: { cart: ShownCart }) {
  const { t, to, format } = useShop();
  const fetcher = useFetcher<FormAnswer>();
  const { split, duty } = cart;
  if (!split) return null;
  const money = (amount: number) => format.money(amount, cart.money);
  const trouble = fetcher.state === "idle" && fetcher.data && !fetcher.data.ok ? fetcher.data.message : null;
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
        <div>
          <h2 id="split-title" className="text-2xl">
            {t("checkout.split_title")}
          </h2>
          <p className="mt-1 text-sm text-ink-2">
            {duty.limit === null
              ? ""
              : t("checkout.split_text", { limit: money(duty.limit), sum: money(cart.products) })}
          </p>
        </div>
      </div>
      {split.parts.length === 0 ? (
        <p className="mt-4 text-sm">{t(`checkout.split_${split.reason ?? "impossible"}`)}</p>
      ) : (
        <>
          {trouble ? (
            <Note kind="error" className="mt-4">
              {trouble}
            </Note>
          ) : null}
          <p className="mt-5 text-sm">
            <b className="font-semibold">
              {gain > 0 ? t("checkout.split_gain", { gain: money(gain) }) : t("checkout.split_no_gain")}
            </b>{" "}
            {t("checkout.split_saves", { saved: money(split.saved) })}{" "}
            {split.added > 0 ? t("checkout.split_costs", { added: money(split.added) }) : t("checkout.split_free")}
          </p>
          <ol className="mt-4 grid gap-3 sm:grid-cols-2">
            {split.parts.map((part, at) => (
              <li key={part.products} className="rounded-md border border-line p-4 text-sm">
                <p className="flex justify-between gap-3 font-semibold">
                  <span>{t("checkout.split_order", { number: at + 1 })}</span>
                  <span className="num">{money(part.products)}</span>
                </p>
                <ul className="mt-2 space-y-1 text-ink-2">
                  {part.lines.map(({ cartId, name, qty }) => (
                    <li key={cartId} className="flex justify-between gap-3">
                      <span className="min-w-0">{name}</span>
                      <span className="num whitespace-nowrap">{`× ${qty}`}</span>
                    </li>
                  ))}
                </ul>
                <p className="mt-2 text-xs text-ink-2">
                  {`${t("checkout.sum_delivery")}: ${part.delivery === 0 ? t("checkout.free") : money(part.delivery)}`}
                </p>
              </li>
            ))}
          </ol>
          <fetcher.Form method="post" action={to("/cart")} className="mt-4">
            <input type="hidden" name="intent" value="split" />
            <input type="hidden" name="lines" value={JSON.stringify(split.later)} />
            <Button type="submit" kind="outline" busy={fetcher.state !== "idle"}>
              {t("checkout.split_do")}
            </Button>
          </fetcher.Form>
          <p className="mt-3 text-xs text-ink-2">{t("checkout.split_warning")}</p>
        </>
      )}
    </section>
  );
}
