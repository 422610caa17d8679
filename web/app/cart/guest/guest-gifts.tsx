import { useI18n } from "../../i18n/use-i18n.tsx";
import { updateGuestCart } from "./guest-cart.ts";
import { GiftOptions, getChosenGiftIds, GiftsSection } from "../gift-picker.tsx";
import type { CartViewModel } from "../cart-view-model.ts";
import type { GiftOffer } from "../cart-adjustments.ts";

type GuestGiftsProps = {
  cart: Pick<CartViewModel, "currency" | "products"> & { gifts: GiftOffer };
  /** Ids of the chosen gifts, even if the new estimate has not arrived yet. */
  chosenIds: readonly number[];
};

/** Gifts with purchase for guests: the browser stores the choice until they sign in. */
export function GuestGifts({ cart, chosenIds }: GuestGiftsProps) {
  const { format } = useI18n();
  return (
    <GiftsSection cart={cart}>
      <form
        className="mt-4"
        onChange={(event) => {
          const presents = getChosenGiftIds(new FormData(event.currentTarget));
          updateGuestCart((storedCart) => ({ ...storedCart, presents }));
        }}
      >
        <GiftOptions gifts={cart.gifts} chosenIds={chosenIds} price={format.money(0, cart.currency)} />
      </form>
    </GiftsSection>
  );
}
