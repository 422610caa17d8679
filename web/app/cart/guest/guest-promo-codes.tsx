import type { Estimate } from "@furoshiki/api/cart";
import { useRef, useState, type FormEvent } from "react";
import { fetchApiWithMessage } from "../../api-client/browser-api.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { CodeInput, type CartCodes, AppliedCodes } from "../promo-codes.tsx";
import { updateGuestCart } from "./guest-cart.ts";

type GuestPromoCodesProps = {
  /** The entered code as the API sees it. */
  cart: CartCodes;
  /** Request body of the cart estimate. */
  estimateRequest: object;
  currency: string;
};

/** Promo code field for guests: the API checks the code, the browser stores it. */
export function GuestPromoCodes({ cart, estimateRequest, currency }: GuestPromoCodesProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [statusMessage, setStatusMessage] = useState("");
  const onApply = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = input.current?.value.trim() ?? "";
    if (busy || code === "") return;
    setBusy(true);
    setError(null);
    const path = `/v1/cart/promo/${encodeURIComponent(code)}`;
    const { data, message } = await fetchApiWithMessage<Estimate>(i18n, path, { currency, body: estimateRequest });
    setBusy(false);
    setStatusMessage(data ? (message ?? "") : "");
    if (data) {
      updateGuestCart((storedCart) => ({ ...storedCart, promo: data.promo.promo }));
      form.current?.reset();
    } else {
      setError(message ?? t("error.offline"));
      input.current?.focus();
    }
  };
  const onRemove = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    updateGuestCart((storedCart) => ({ ...storedCart, promo: null }));
    setStatusMessage("");
    // The focused button was removed.
    input.current?.focus();
  };
  return (
    <div id="codes" className="mt-4 scroll-mt-32">
      <form ref={form} onSubmit={(event) => void onApply(event)}>
        <CodeInput ref={input} errors={error === null ? undefined : [error]} busy={busy} />
      </form>
      <p role="status" className="sr-only">
        {statusMessage}
      </p>
      {cart.promo ? (
        <form onSubmit={onRemove} className="mt-2">
          <AppliedCodes cart={cart} busy={false} />
        </form>
      ) : null}
    </div>
  );
}
