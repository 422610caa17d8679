import { Check, Gift } from "lucide-react";
import type { ReactNode } from "react";
import { useFetcher } from "react-router";
import { Section } from "../cart/section.tsx";
import type { ShownCart } from "../cart/shown-cart.ts";
import type { ShownPresent, ShownPresents } from "../cart/shown-means.ts";
import type { FormAnswer } from "../lib/form-answer.ts";
import { bindWords } from "../lib/format.ts";
import { useShop } from "../lib/shop.tsx";
import { Button } from "../ui/button.tsx";
import { Note } from "../ui/note.tsx";
import { Picture } from "../ui/picture.tsx";

/** Presents that come with the order above a sum of goods (spec §3 `presents`); below it, how much is missing. */
export function PresentsChoice({ cart }: { cart: ShownCart }) {
  const { t, format } = useShop();
  const { presents } = cart;
  if (!presents) return null;
  const { count, from } = presents;
  const money = (amount: number) => format.money(amount, cart.money);
  return (
    <Section
      id="presents"
      title={t("checkout.presents")}
      text={
        presents.reached
          ? t("checkout.presents_text", { sum: money(from), count })
          : t("checkout.presents_left", { sum: money(missing(from, cart.products)), count })
      }
    >
      {presents.reached ? (
        <Choosing presents={presents} price={money(0)} />
      ) : (
        <ul className="mt-4 grid grid-cols-3 gap-3 lg:grid-cols-4">
          {presents.items.map((present) => (
            <li key={present.id}>
              <PresentFace present={present} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Choosing({ presents, price }: { presents: ShownPresents; price: string }) {
  const { t, to } = useShop();
  const fetcher = useFetcher<FormAnswer>();
  const wanted = fetcher.formData?.getAll("present").filter((id) => id !== "");
  const chosen = wanted ? wanted.map(Number) : presents.chosen;
  const one = presents.count === 1;
  const full = !one && chosen.length >= presents.count;
  const trouble = fetcher.state === "idle" && fetcher.data && !fetcher.data.ok ? fetcher.data.message : null;
  return (
    <fetcher.Form
      method="post"
      action={to("/cart")}
      onChange={(event) => void fetcher.submit(event.currentTarget)}
      className="mt-4"
    >
      <input type="hidden" name="intent" value="presents" />
      {trouble ? (
        <Note kind="error" className="mb-3">
          {trouble}
        </Note>
      ) : null}
      <fieldset className="min-w-0">
        <legend className="sr-only">{t("checkout.presents")}</legend>
        <div className="-mx-4 flex gap-3 overflow-x-auto p-4 pt-0.5 lg:mx-0 lg:grid lg:grid-cols-4 lg:overflow-visible lg:p-0">
          {presents.items.map((present) => {
            const isChosen = chosen.includes(present.id);
            return (
              <PresentCard
                key={present.id}
                type={one ? "radio" : "checkbox"}
                value={present.id}
                checked={isChosen}
                disabled={(!present.isThere && !isChosen) || (full && !isChosen)}
              >
                <PresentFace present={present}>
                  <span className="num mt-1 block text-sm font-semibold text-tokiwa-700">
                    {present.isThere || isChosen ? price : t("checkout.present_gone")}
                  </span>
                </PresentFace>
              </PresentCard>
            );
          })}
          {one ? (
            <PresentCard type="radio" value="" checked={chosen.length === 0}>
              <span className="flex h-full min-h-36 flex-col items-center justify-center gap-2 p-3 text-center text-sm">
                <Gift size={22} strokeWidth={1.5} aria-hidden />
                {t("checkout.present_none")}
              </span>
            </PresentCard>
          ) : null}
        </div>
      </fieldset>
      <div className="mt-3 hidden scriptless:block">
        <Button type="submit" kind="outline">
          {t("checkout.choose")}
        </Button>
      </div>
    </fetcher.Form>
  );
}

type PresentCardProps = {
  type: "radio" | "checkbox";
  value: number | "";
  checked: boolean;
  disabled?: boolean;
  children: ReactNode;
};

/** One present; the edge follows the input, so it works before any script. */
function PresentCard({ type, value, checked, disabled, children }: PresentCardProps) {
  return (
    <label
      className={`relative block w-38 shrink-0 rounded-md border bg-surface has-[input:checked]:border-tokiwa-700 has-[input:checked]:bg-tokiwa-50 has-[input:checked]:outline has-[input:checked]:outline-tokiwa-700 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-focus lg:w-auto ${value === "" ? "border-dashed border-line-strong" : "border-line"} ${disabled ? "cursor-not-allowed opacity-55" : "cursor-pointer hover:border-line-strong"}`}
    >
      <input
        type={type}
        name="present"
        value={value}
        checked={checked}
        disabled={disabled}
        // The form hears of it.
        onChange={() => undefined}
        className="peer sr-only"
      />
      {children}
      <span className="absolute right-2 bottom-2 hidden size-5 place-items-center rounded-full bg-tokiwa-700 text-on-dark peer-checked:grid">
        <Check size={14} strokeWidth={2.5} aria-hidden />
      </span>
    </label>
  );
}

function PresentFace({ present, children }: { present: ShownPresent; children?: ReactNode }) {
  return (
    <span className="block p-2.5">
      <Picture image={present.image} sizes="160px" className="aspect-square w-full rounded-xs object-cover" />
      <span className="mt-2 line-clamp-2 text-xs">{bindWords(present.name)}</span>
      {children}
    </span>
  );
}

/** Without the dust of binary fractions. */
function missing(from: number, products: number): number {
  return Math.round((from - products) * 100) / 100;
}
