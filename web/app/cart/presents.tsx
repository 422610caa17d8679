import { Check, Gift } from "lucide-react";
import type { ReactNode } from "react";
import { bindWords } from "../lib/format.ts";
import { useShop } from "../lib/shop.tsx";
import { Picture } from "../ui/picture.tsx";
import { Section } from "./section.tsx";
import type { ShownCart } from "./shown-cart.ts";
import type { ShownPresent, ShownPresents } from "./shown-means.ts";

type PresentsSectionProps = {
  cart: Pick<ShownCart, "money" | "products"> & { presents: ShownPresents };
  /** The form in which they are chosen, once they may be. */
  children: ReactNode;
};

/** Presents that come with the order above a sum of goods (spec §3 `presents`); below it, how much is missing. */
export function PresentsSection({ cart, children }: PresentsSectionProps) {
  const { t, format } = useShop();
  const { count, from, reached, items } = cart.presents;
  const money = (amount: number) => format.money(amount, cart.money);
  return (
    <Section
      id="presents"
      title={t("checkout.presents")}
      text={
        reached
          ? t("checkout.presents_text", { sum: money(from), count })
          : t("checkout.presents_left", { sum: money(missing(from, cart.products)), count })
      }
    >
      {reached ? (
        children
      ) : (
        <ul className="mt-4 grid grid-cols-3 gap-3 lg:grid-cols-4">
          {items.map((present) => (
            <li key={present.id}>
              <PresentFace present={present} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

type PresentCardsProps = { presents: ShownPresents; chosen: readonly number[]; price: string };

/** The presents of an offer as fields `present` of a form; one alone may also be none. */
export function PresentCards({ presents, chosen, price }: PresentCardsProps) {
  const { t } = useShop();
  const one = presents.count === 1;
  const full = !one && chosen.length >= presents.count;
  return (
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
  );
}

/** The products that a form of presents names. */
export function presentsIn(form: FormData): number[] {
  return form
    .getAll("present")
    .filter((id) => id !== "")
    .map(Number);
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
