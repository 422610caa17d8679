import { useFetcher } from "react-router";
import { PresentCards, presentsIn, PresentsSection } from "../cart/presents.tsx";
import type { ShownCart } from "../cart/shown-cart.ts";
import type { ShownPresents } from "../cart/shown-means.ts";
import type { FormAnswer } from "../lib/form-answer.ts";
import { useShop } from "../lib/shop.tsx";
import { Button } from "../ui/button.tsx";
import { Note } from "../ui/note.tsx";

/** The presents of a customer's cart; choosing works before any script. */
export function PresentsChoice({ cart }: { cart: ShownCart }) {
  const { format } = useShop();
  const { presents } = cart;
  if (!presents) return null;
  return (
    <PresentsSection cart={{ ...cart, presents }}>
      <Choosing presents={presents} price={format.money(0, cart.money)} />
    </PresentsSection>
  );
}

function Choosing({ presents, price }: { presents: ShownPresents; price: string }) {
  const { t, to } = useShop();
  const fetcher = useFetcher<FormAnswer>();
  const chosen = fetcher.formData ? presentsIn(fetcher.formData) : presents.chosen;
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
      <PresentCards presents={presents} chosen={chosen} price={price} />
      <div className="mt-3 hidden scriptless:block">
        <Button type="submit" kind="outline">
          {t("checkout.choose")}
        </Button>
      </div>
    </fetcher.Form>
  );
}
