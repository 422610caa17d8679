import type { Cart } from "@furoshiki/api/cart";
import { useState } from "react";

export type Consents = {
  personalData: boolean;
  setPersonalData: (isChecked: boolean) => void;
  /** Consent to the terms of sale (public offer). */
  offer: boolean;
  setOffer: (isChecked: boolean) => void;
  /** Confirmation of the customs duty (clause 7.14 of the terms). */
  duty: boolean;
  setDuty: (isChecked: boolean) => void;
};

/** State of the consent checkboxes. Any change of the order resets the confirmation of the duty (docs/domain/customs.md). */
export function useConsents(cart: Cart, initial: { personalData: boolean; offer: boolean }): Consents {
  const [personalData, setPersonalData] = useState(initial.personalData);
  const [offer, setOffer] = useState(initial.offer);
  const [duty, setDuty] = useState(false);
  const orderKey = createOrderKey(cart);
  const [confirmedOrderKey, setConfirmedOrderKey] = useState(orderKey);
  if (confirmedOrderKey !== orderKey) {
    setConfirmedOrderKey(orderKey);
    setDuty(false);
  }
  return { personalData, setPersonalData, offer, setOffer, duty, setDuty };
}

/** Serializes everything on which the duty depends. */
function createOrderKey({ cart_items, address, shipping, payment, price_v2, customs_tax }: Cart): string {
  const pieces = cart_items.items.map((line) => [line.cart_id, line.qty, line.price_per_item]);
  return JSON.stringify([
    pieces,
    address.selected,
    shipping.selected,
    shipping.selected_shipping_param.code,
    payment.selected,
    price_v2.total_price,
    customs_tax.tax,
    customs_tax.limit?.rule_id,
  ]);
}
