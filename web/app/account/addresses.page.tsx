import type { Address } from "@furoshiki/api/account";
import { MapPin, Plus } from "lucide-react";
import { visitOf } from "../lib/api.ts";
import { Link } from "../lib/link.tsx";
import { describePage, knownTo } from "../lib/seo.ts";
import { useShop } from "../lib/shop.tsx";
import { textsOf } from "../lib/texts.ts";
import { buttonClass } from "../ui/button.tsx";
import { Empty } from "../ui/empty.tsx";
import { AccountFrame } from "./account-frame.tsx";
import { AddressCard } from "./address-card.tsx";
import type { Route } from "./+types/addresses.page";

export function loader({ context }: Route.LoaderArgs) {
  return visitOf({ context }).page<{ items: Address[] }>("/v1/user/addresses");
}

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const known = knownTo(matches);
  return known
    ? describePage(known, location, { title: textsOf(known.locale)("account.addresses"), noindex: true })
    : [];
};

export default function AddressesPage({ loaderData: { items } }: Route.ComponentProps) {
  const { t } = useShop();
  const add = (
    <Link to="/profile/addresses/new" className={buttonClass({ kind: "outline" })}>
      <Plus size={18} strokeWidth={1.5} aria-hidden />
      {t("checkout.new_address")}
    </Link>
  );
  return (
    <AccountFrame current="/profile/addresses" title={t("account.addresses")} right={items.length > 0 ? add : null}>
      <div className="mt-5 lg:mt-7">
        {items.length === 0 ? (
          <Empty icon={<MapPin size={26} strokeWidth={1.5} aria-hidden />} title={t("address.none_title")} action={add}>
            {t("address.none_text")}
          </Empty>
        ) : (
          <ul className="grid gap-3 lg:grid-cols-2 lg:gap-4">
            {items.map((address) => (
              <li key={address.id}>
                <AddressCard address={address} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </AccountFrame>
  );
}
