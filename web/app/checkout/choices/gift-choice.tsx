import { useFetcher } from "react-router";
import { GiftOptions, getChosenGiftIds, GiftsSection } from "../../cart/gift-picker.tsx";
import type { CartViewModel } from "../../cart/cart-view-model.ts";
import type { GiftOffer } from "../../cart/cart-adjustments.ts";
import type { FormResult } from "../../forms/form-result.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";

/** Gifts with purchase of a customer's cart. Works without JavaScript. */
export function GiftChoice({ cart }: { cart: CartViewModel }) {
  const { format } = useI18n();
  const { gifts } = cart;
  if (!gifts) return null;
  return (
    <GiftsSection cart={{ ...cart, gifts }}>
      <GiftForm gifts={gifts} price={format.money(0, cart.currency)} />
    </GiftsSection>
  );
}

function GiftForm({ gifts, price }: { gifts: GiftOffer; price: string }) {
  const { t, to } = useI18n();
  const fetcher = useFetcher<FormResult>();
  const chosenIds = fetcher.formData ? getChosenGiftIds(fetcher.formData) : gifts.chosen;
  const errorMessage = fetcher.state === "idle" && fetcher.data && !fetcher.data.ok ? fetcher.data.message : null;
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
      <GiftOptions gifts={gifts} chosenIds={chosenIds} price={price} />
      <div className="mt-3 hidden scriptless:block">
        <Button type="submit" kind="outline">
          {t("checkout.choose")}
        </Button>
      </div>
    </fetcher.Form>
  );
}
