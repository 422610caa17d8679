import type { Address } from "@furoshiki/api/account/addresses";
import type { CustomerPickupPoints } from "@furoshiki/api/order-edits";
import type { Order } from "@furoshiki/api/orders";
import { RadioCard } from "@furoshiki/design-system/ui/radio-card.tsx";
import { Select } from "@furoshiki/design-system/ui/select.tsx";
import { Plus } from "lucide-react";
import { formatStreetAddress } from "../../delivery/street-address.ts";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { Link } from "../../navigation/link.tsx";
import { listOtherAddresses } from "./edit-request.ts";

type EditAddressFieldProps = {
  order: Order;
  addresses: readonly Address[];
  values: Readonly<Record<string, string>>;
};

/** The address and recipient of an order, and the customer's other addresses in the same country. */
export function EditAddressField({ order, addresses, values }: EditAddressFieldProps) {
  const { t } = useAccountI18n();
  if (!order.address) return null;
  const back = encodeURIComponent(`/profile/orders/${order.id}/edit`);
  const chosen = values["address"] ?? "";
  return (
    <fieldset>
      <legend className="mb-3">
        <h2 className="text-xl">{t("order_edit.address")}</h2>
      </legend>
      <div className="grid gap-3">
        <RadioCard
          name="address"
          value=""
          defaultChecked={chosen === ""}
          title={t("order_edit.keep")}
          text={<AddressText address={order.address} />}
        />
        {listOtherAddresses(addresses, order.address).map((address) => (
          <RadioCard
            key={address.id}
            name="address"
            value={address.id}
            defaultChecked={chosen === String(address.id)}
            title={address.alias}
            text={<AddressText address={address} />}
          />
        ))}
      </div>
      <Link
        to={`/profile/addresses/new?back=${back}`}
        className="mt-3 flex h-11 w-fit items-center gap-2 text-sm font-medium text-tokiwa-700 underline-offset-4 hover:underline"
      >
        <Plus size={18} strokeWidth={1.5} aria-hidden />
        {t("checkout.new_address")}
      </Link>
    </fieldset>
  );
}

function AddressText({ address }: { address: NonNullable<Order["address"]> }) {
  const lines = [
    `${address.first_name} ${address.last_name}`,
    address.phone_mobile,
    formatStreetAddress(address),
    [address.postcode, address.state, address.country_name].filter(Boolean).join(", "),
  ];
  return lines.map((line) => (
    <span key={line} className="block wrap-anywhere">
      {line}
    </span>
  ));
}

type EditPickupFieldProps = {
  order: Order;
  points: CustomerPickupPoints["items"];
  /** Code of the pickup point of the order. */
  current: string;
  values: Readonly<Record<string, string>>;
};

/** The pickup point of an order, and others to which it can be sent by the same method. */
export function EditPickupField({ order, points, current, values }: EditPickupFieldProps) {
  const { t } = useAccountI18n();
  return (
    <section aria-labelledby="edit-pickup">
      <h2 id="edit-pickup" className="mb-3 text-xl">
        {t("order_edit.pickup")}
      </h2>
      <Select id="pickup_point" label={order.shipping?.name} defaultValue={values["pickup_point"] ?? ""}>
        <option value="">{t("order_edit.keep_point", { point: order.shipping?.point ?? current })}</option>
        {points
          .filter(({ code }) => code !== current)
          .map(({ code, city, address }) => (
            <option key={code} value={code}>
              {`${city}, ${address}`}
            </option>
          ))}
      </Select>
    </section>
  );
}
