import type { House } from "../platform/http.ts";
import type { PaymentProvider } from "./provider.ts";
import { sandboxProvider } from "./sandbox.ts";

/** Every provider that the shop can speak to. */
const providers: Readonly<Record<string, (house: House) => PaymentProvider>> = { sandbox: sandboxProvider };

/** The provider of new payments. */
export const defaultProvider = "sandbox";

/** A provider that the shop's configuration names; undefined otherwise. */
export function findProvider(house: House, name: string): PaymentProvider | undefined {
  return house.config.paymentProviders.some((configured) => configured === name)
    ? providerNamed(house, name)
    : undefined;
}

/** The provider of a stored payment, also one that takes no new payments any more. */
export function providerNamed(house: House, name: string): PaymentProvider {
  const open = providers[name];
  if (!open) throw new Error(`there are payments of ${name}, a provider that this version does not know`);
  return open(house);
}
