import { useShop } from "../lib/shop.tsx";
import { changeGuestCart } from "./guest-cart.ts";
import { PresentCards, presentsIn, PresentsSection } from "./presents.tsx";
import type { ShownCart } from "./shown-cart.ts";
import type { ShownPresents } from "./shown-means.ts";

type GuestPresentsProps = {
  cart: Pick<ShownCart, "money" | "products"> & { presents: ShownPresents };
  /** What he chose, which the shop may not have answered yet. */
  chosen: readonly number[];
};

/** The presents of a guest's cart: his browser keeps the choice until he signs in. */
export function GuestPresents({ cart, chosen }: GuestPresentsProps) {
  const { format } = useShop();
  return (
    <PresentsSection cart={cart}>
      <form
        className="mt-4"
        onChange={(event) => {
          const presents = presentsIn(new FormData(event.currentTarget));
          changeGuestCart((kept) => ({ ...kept, presents }));
        }}
      >
        <PresentCards presents={cart.presents} chosen={chosen} price={format.money(0, cart.money)} />
      </form>
    </PresentsSection>
  );
}
