import { useState } from "react";
import type { ShownCart } from "../cart/shown-cart.ts";

export type Consents = {
  personalData: boolean;
  setPersonalData: (ticked: boolean) => void;
  /** The public offer. */
  offer: boolean;
  setOffer: (ticked: boolean) => void;
  /** Clause 7.14 of the offer. */
  duty: boolean;
  setDuty: (ticked: boolean) => void;
};

/** The ticks under the order. Whatever changes in the cart takes the confirmation of the duty back. */
export function useConsents(cart: ShownCart, given: { personalData: boolean; offer: boolean }): Consents {
  const [personalData, setPersonalData] = useState(given.personalData);
  const [offer, setOffer] = useState(given.offer);
  const [duty, setDuty] = useState(false);
  const ordered = orderedThings(cart);
  const [confirmed, setConfirmed] = useState(ordered);
  if (confirmed !== ordered) {
    setConfirmed(ordered);
    setDuty(false);
  }
  return { personalData, setPersonalData, offer, setOffer, duty, setDuty };
}

/** Everything that the duty depends on, or that makes it another order. */
function orderedThings({ lines, addressId, methodId, point, paymentId, total, duty }: ShownCart): string {
  const pieces = lines.map((line) => [line.cartId, line.qty, line.price]);
  return JSON.stringify([pieces, addressId, methodId, point?.code, paymentId, total, duty.tax, duty.ruleId]);
}
