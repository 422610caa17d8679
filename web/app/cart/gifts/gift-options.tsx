import { Check, Gift } from "lucide-react";
import type { ReactNode } from "react";
import { insertNonBreakingSpaces } from "@furoshiki/design-system/i18n/format.ts";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { Picture } from "@furoshiki/design-system/ui/picture.tsx";
import type { CartContents } from "../cart-contents.ts";

type Presents = CartContents["presents"];
type GiftOptionsProps = { presents: Presents; chosenIds: readonly number[]; price: string };

/** Gift options as form fields named `present`. If only one gift is allowed, "no gift" is also an option. */
export function GiftOptions({ presents, chosenIds, price }: GiftOptionsProps) {
  const { t } = useAccountI18n();
  const isSingleChoice = presents.count === 1;
  const isFull = !isSingleChoice && chosenIds.length >= presents.count;
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{t("checkout.gifts")}</legend>
      <div className="-mx-4 flex gap-3 overflow-x-auto p-4 pt-0.5 lg:mx-0 lg:grid lg:grid-cols-4 lg:overflow-visible lg:p-0">
        {presents.product.items.map((gift) => {
          const isChosen = chosenIds.includes(gift.id);
          return (
            <GiftOption
              key={gift.id}
              type={isSingleChoice ? "radio" : "checkbox"}
              value={gift.id}
              checked={isChosen}
              disabled={(!gift.available_for_order && !isChosen) || (isFull && !isChosen)}
            >
              <GiftPreview gift={gift}>
                <span className="num mt-1 block text-sm font-semibold text-tokiwa-700">
                  {gift.available_for_order || isChosen ? price : t("checkout.gift_unavailable")}
                </span>
              </GiftPreview>
            </GiftOption>
          );
        })}
        {isSingleChoice ? (
          <GiftOption type="radio" value="" checked={chosenIds.length === 0}>
            <span className="flex h-full min-h-36 flex-col items-center justify-center gap-2 p-3 text-center text-sm">
              <Gift size={22} strokeWidth={1.5} aria-hidden />
              {t("checkout.gift_none")}
            </span>
          </GiftOption>
        ) : null}
      </div>
    </fieldset>
  );
}

type GiftOptionProps = {
  type: "radio" | "checkbox";
  value: number | "";
  checked: boolean;
  disabled?: boolean;
  children: ReactNode;
};

/** One gift option, styled by the state of its input so that it works without JavaScript. */
function GiftOption({ type, value, checked, disabled, children }: GiftOptionProps) {
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
        // Handled by the form's onChange.
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

export function GiftPreview({ gift, children }: { gift: Presents["product"]["items"][number]; children?: ReactNode }) {
  return (
    <span className="block p-2.5">
      <Picture image={gift.image} sizes="160px" className="aspect-square w-full rounded-xs object-cover" />
      <span className="mt-2 line-clamp-2 text-xs">{insertNonBreakingSpaces(gift.name)}</span>
      {children}
    </span>
  );
}
