import type { Cart } from "@furoshiki/api/cart";
import { CircleCheck, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { getAddresses } from "../../cart/cart-contents.ts";
import { CartSection } from "../../cart/cart-section.tsx";
import { formatStreetAddress } from "../../delivery/street-address.ts";
import { Link } from "../../navigation/link.tsx";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { RadioCard } from "@furoshiki/design-system/ui/radio-card.tsx";
import { Choice } from "./choice.tsx";
import { useChoice } from "./use-choice.ts";

/** Shows the delivery address, with the choice of another one, or the form for a first address. */
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
  const selected = addresses.find(({ id }) => id === cart.address.selected);
  const choice = (
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
          text={<AddressLines lines={formatAddressLines(address)} />}
        >
          <div className="px-4 pb-3 pl-12 text-sm">
            <ChangeLink address={address} />
          </div>
        </RadioCard>
      ))}
    </Choice>
  );
  return (
    <CartSection id="address" title={t("checkout.address")}>
      {selected ? (
        <div className="mt-4 flex items-start gap-3 rounded-md border border-line p-4 text-sm">
          <CircleCheck size={21} strokeWidth={1.5} aria-hidden className="shrink-0 text-tokiwa-700" />
          <div className="min-w-0 grow text-ink-2">
            <AddressLines lines={formatAddressLines(selected)} />
          </div>
          {addresses.length === 1 ? <ChangeLink address={selected} /> : null}
        </div>
      ) : null}
      {addresses.length === 1 && selected ? null : (
        <details open={!selected || errorMessage !== null}>
          <summary className={`mt-3 w-fit cursor-pointer py-2 text-sm ${linkClass}`}>
            {t("checkout.other_address")}
          </summary>
          {choice}
        </details>
      )}
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

const linkClass = "text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700";

type CartAddress = ReturnType<typeof getAddresses>[number];

function ChangeLink({ address: { id, alias } }: { address: CartAddress }) {
  const { t } = useAccountI18n();
  return (
    <Link
      to={`/profile/addresses/${id}?back=/cart`}
      aria-label={t("checkout.change_address", { alias })}
      className={`-my-1 inline-block shrink-0 py-1 ${linkClass}`}
    >
      {t("checkout.change")}
    </Link>
  );
}

function AddressLines({ lines }: { lines: readonly string[] }) {
  return lines.map((line, index) => (
    <span key={line} className={`block break-words ${index === 0 ? "font-semibold text-ink" : ""}`}>
      {line}
    </span>
  ));
}

function formatAddressLines(address: CartAddress): string[] {
  return [
    `${address.first_name} ${address.last_name}`,
    address.phone_shown,
    formatStreetAddress(address),
    `${address.postcode}, ${address.country_name}`,
  ];
}
