import type { Cart } from "@furoshiki/api/cart";
import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { getAddresses } from "../../cart/cart-contents.ts";
import { CartSection } from "../../cart/cart-section.tsx";
import { formatStreetAddress } from "../../delivery/street-address.ts";
import { Link } from "../../navigation/link.tsx";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { RadioCard } from "@furoshiki/design-system/ui/radio-card.tsx";
import { Choice } from "./choice.tsx";
import { useChoice } from "./use-choice.ts";

/** Selects the delivery address, or shows the form for a first address. */
export function AddressChoice({ cart, newAddress }: { cart: Cart; newAddress: ReactNode }) {
  const { t } = useAccountI18n();
  const { getRadioProps, errorMessage } = useChoice("address", cart.address.selected);
  const addresses = getAddresses(cart);
  if (addresses.length === 0) {
    return (
      <CartSection id="address" title={t("address.title")} text={t("address.intro")}>
        <div className="mt-6">{newAddress}</div>
      </CartSection>
    );
  }
  return (
    <CartSection id="address" title={t("checkout.address")}>
      <Choice
        intent="address"
        legend={t("checkout.address")}
        errorMessage={errorMessage}
        className="grid items-start gap-3 lg:grid-cols-2"
      >
        {addresses.map((address) => (
          <RadioCard
            key={address.id}
            {...getRadioProps(address.id)}
            title={address.alias}
            text={formatAddressLines(address).map((line) => (
              <span key={line} className="block break-words">
                {line}
              </span>
            ))}
          >
            <div className="px-4 pb-3 pl-12 text-sm">
              <Link
                to={`/profile/addresses/${address.id}?back=/cart`}
                aria-label={t("checkout.change_address", { alias: address.alias })}
                className="inline-block py-1 text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700"
              >
                {t("checkout.change")}
              </Link>
            </div>
          </RadioCard>
        ))}
      </Choice>
      <Link
        to="/profile/addresses/new?back=/cart"
        className="mt-3 flex h-11 w-fit items-center gap-2 text-sm font-medium text-tokiwa-700 underline-offset-4 hover:underline"
      >
        <Plus size={18} strokeWidth={1.5} aria-hidden />
        {t("checkout.new_address")}
      </Link>
    </CartSection>
  );
}

function formatAddressLines(address: ReturnType<typeof getAddresses>[number]): string[] {
  return [
    `${address.first_name} ${address.last_name}, ${address.phone_shown}`,
    formatStreetAddress(address),
    `${address.postcode}, ${address.country_name}`,
  ];
}
