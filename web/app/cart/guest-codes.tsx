import type { Estimate } from "@furoshiki/api/cart";
import { useRef, useState, type FormEvent } from "react";
import { hearApi } from "../lib/browser-api.ts";
import { useShop } from "../lib/shop.tsx";
import { CodeInput, type Entered, EnteredCodes } from "./codes.tsx";
import { changeGuestCart } from "./guest-cart.ts";

type GuestCodesProps = {
  /** What the shop says of the code that was entered. */
  cart: Entered;
  /** What the cart is estimated with, as the API is asked. */
  asked: object;
  currency: string;
};

/** The field of codes for a guest: the shop looks at what he enters, his browser keeps what it took. */
export function GuestCodes({ cart, asked, currency }: GuestCodesProps) {
  const shop = useShop();
  const { t } = shop;
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [said, setSaid] = useState("");
  const onEnter = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = input.current?.value.trim() ?? "";
    if (busy || typed === "") return;
    setBusy(true);
    setError(null);
    const path = `/v1/cart/promo/${encodeURIComponent(typed)}`;
    const { data, message } = await hearApi<Estimate>(shop, path, { currency, body: asked });
    setBusy(false);
    setSaid(data ? (message ?? "") : "");
    if (data) {
      changeGuestCart((kept) => ({ ...kept, promo: data.promo.promo }));
      form.current?.reset();
    } else {
      setError(message ?? t("error.offline"));
      input.current?.focus();
    }
  };
  const onDrop = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    changeGuestCart((kept) => ({ ...kept, promo: null }));
    setSaid("");
    // What was pressed is gone.
    input.current?.focus();
  };
  return (
    <div id="codes" className="mt-4 scroll-mt-32">
      <form ref={form} onSubmit={(event) => void onEnter(event)}>
        <CodeInput ref={input} errors={error === null ? undefined : [error]} busy={busy} />
      </form>
      <p role="status" className="sr-only">
        {said}
      </p>
      {cart.promo ? (
        <form onSubmit={onDrop} className="mt-2">
          <EnteredCodes cart={cart} busy={false} />
        </form>
      ) : null}
    </div>
  );
}
