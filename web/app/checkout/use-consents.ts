import { useState } from "react";
import type { CartViewModel } from "../cart/cart-view-model.ts";

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
export function useConsents(cart: CartViewModel, initial: { personalData: boolean; offer: boolean }): Consents {
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
function createOrderKey({
  lines,
  addressId,
  shippingMethodId,
  pickupPoint,
  paymentMethodId,
  total,
  duty,
}: CartViewModel): string {
  const pieces = lines.map((line) => [line.cartId, line.qty, line.price]);
  return JSON.stringify([
    pieces,
    addressId,
    shippingMethodId,
    pickupPoint?.code,
    paymentMethodId,
    total,
    duty.tax,
    duty.ruleId,
  ]);
}
