import { useFetcher } from "react-router";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { getErrorMessage, type FormResult } from "../../forms/form-result.ts";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { canChooseGifts, type CartContents } from "../cart-contents.ts";
import { CartSection } from "../cart-section.tsx";
import { getChosenGiftIds } from "./chosen-gifts.ts";
import { GiftOptions, GiftPreview } from "./gift-options.tsx";

type GiftChoiceProps = { cart: Pick<CartContents, "presents" | "price_v2"> };

/**
 * Gifts with purchase: a choice once the subtotal reaches the threshold, before that the missing amount
 * (docs/domain/promotions.md).
 */
export function GiftChoice({ cart }: GiftChoiceProps) {
  const { t, format } = useAccountI18n();
  const { presents, price_v2: totals } = cart;
  const { count, price: threshold } = presents;
  const gifts = presents.product.items;
  if (gifts.length === 0) return null;
  // Rounded to two decimals.
  const missing = Math.round((threshold - totals.products_price) * 100) / 100;
  return (
    <CartSection
      id="gifts"
      title={t("checkout.gifts")}
      text={
        canChooseGifts(cart)
          ? t("checkout.gifts_text", { sum: format.threshold(threshold, totals), count })
          : t("checkout.gifts_left", { sum: format.money(missing, totals), count })
      }
    >
      {canChooseGifts(cart) ? (
        <GiftForm cart={cart} />
      ) : (
        <ul className="mt-4 grid grid-cols-3 gap-3 lg:grid-cols-4">
          {gifts.map((gift) => (
            <li key={gift.id}>
              <GiftPreview gift={gift} />
            </li>
          ))}
        </ul>
      )}
    </CartSection>
  );
}

/** The form that chooses gifts. Works without JavaScript. */
function GiftForm({ cart: { presents, price_v2: currency } }: GiftChoiceProps) {
  const { t, to, format } = useAccountI18n();
  const fetcher = useFetcher<FormResult>();
  const chosenIds = fetcher.formData ? getChosenGiftIds(fetcher.formData) : presents.chosen;
  const errorMessage = getErrorMessage(fetcher);
  return (
    <fetcher.Form
      method="post"
      action={to("/cart")}
      onChange={(event) => void fetcher.submit(event.currentTarget)}
      className="mt-4"
    >
      <input type="hidden" name="intent" value="choose_gifts" />
      {errorMessage ? (
        <Alert kind="error" className="mb-3">
          {errorMessage}
        </Alert>
      ) : null}
      <GiftOptions presents={presents} chosenIds={chosenIds} price={format.money(0, currency)} />
      <div className="mt-3 hidden scriptless:block">
        <Button type="submit" kind="outline">
          {t("checkout.choose")}
        </Button>
      </div>
    </fetcher.Form>
  );
}
