import type { Address } from "@furoshiki/api/account/addresses";
import { MapPin, Plus } from "lucide-react";
import { getRequestContext } from "../api-client/request-context.ts";
import { Link } from "../navigation/link.tsx";
import { createNoindexMeta } from "../seo/noindex-meta.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { EmptyState } from "@furoshiki/design-system/ui/empty-state.tsx";
import { AccountLayout } from "../account/account-layout.tsx";
import { AddressCard } from "../account/addresses/address-card.tsx";
import type { Route } from "./+types/addresses.page";

export function loader({ context }: Route.LoaderArgs) {
  return getRequestContext({ context }).load<{ items: Address[] }>("/v1/user/addresses");
}

export const meta: Route.MetaFunction = createNoindexMeta("account.addresses");

export default function AddressesPage({ loaderData: { items } }: Route.ComponentProps) {
  const { t } = useAccountI18n();
  const addLink = (
    <Link to="/profile/addresses/new" className={buttonClass({ kind: "outline" })}>
      <Plus size={18} strokeWidth={1.5} aria-hidden />
      {t("checkout.new_address")}
    </Link>
  );
  return (
    <AccountLayout
      current="/profile/addresses"
      title={t("account.addresses")}
      titleAction={items.length > 0 ? addLink : null}
    >
      <div className="mt-5 lg:mt-7">
        {items.length === 0 ? (
          <EmptyState
            icon={<MapPin size={26} strokeWidth={1.5} aria-hidden />}
            title={t("address.none_title")}
            action={addLink}
          >
            {t("address.none_text")}
          </EmptyState>
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
    </AccountLayout>
  );
}
