import type { Cart } from "@furoshiki/api/cart";
import { useFetcher } from "react-router";
import { CartSection } from "../cart/cart-section.tsx";
import { getErrorMessage, type FormResult } from "../forms/form-result.ts";
import { Link } from "../navigation/link.tsx";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { Picture } from "@furoshiki/design-system/ui/picture.tsx";

/** Lists the lines that are saved for a later order, with a button that moves them back to the cart. */
export function SavedForLater({ lines }: { lines: Cart["next_order"]["items"] }) {
  const { t, to } = useAccountI18n();
  const fetcher = useFetcher<FormResult>();
  if (lines.length === 0) return null;
  const errorMessage = getErrorMessage(fetcher);
  return (
    <CartSection id="next-order" title={t("checkout.next_order_title")} text={t("checkout.next_order_text")}>
      {errorMessage ? (
        <Alert kind="error" className="mt-4">
          {errorMessage}
        </Alert>
      ) : null}
      <ul className="mt-4 space-y-3 text-sm">
        {lines.map((line) => (
          <li key={line.cart_id} className="flex items-center gap-4">
            <Picture image={line.image} sizes="48px" className="aspect-4/5 w-12 rounded-xs object-cover" />
            <span className="min-w-0 grow">
              <Link to={`/${line.link_rewrite}`} className="hover:text-tokiwa-700">
                {line.name}
              </Link>
              {line.option_name ? <span className="block text-xs text-ink-2">{line.option_name}</span> : null}
            </span>
            <span className="num whitespace-nowrap">{`× ${line.qty}`}</span>
          </li>
        ))}
      </ul>
      <fetcher.Form method="post" action={to("/cart")} className="mt-4">
        <input type="hidden" name="intent" value="split_cart" />
        <input type="hidden" name="lines" value="[]" />
        <Button type="submit" kind="outline" busy={fetcher.state !== "idle"}>
          {t("checkout.next_order_put_back")}
        </Button>
      </fetcher.Form>
    </CartSection>
  );
}
