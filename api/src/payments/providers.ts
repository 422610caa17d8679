import type { ProviderName } from "../platform/config.ts";
import type { House } from "../platform/http.ts";
import type { PaymentProvider } from "./provider.ts";
import { sandboxProvider } from "./sandbox.ts";
import { stripeProvider } from "./stripe.ts";
import { yookassaProvider } from "./yookassa.ts";

/** Every provider that the shop can speak to. */
const providers: Readonly<Record<ProviderName, (house: House) => PaymentProvider>> = {
  sandbox: sandboxProvider,
  stripe: stripeProvider,
  yookassa: yookassaProvider,
};

const opened = new WeakMap<House, Map<string, PaymentProvider>>();

/** A provider that the shop's configuration names; undefined otherwise. */
export function findProvider(house: House, name: string): PaymentProvider | undefined {
  return house.config.paymentProviders.some((configured) => configured === name)
    ? providerNamed(house, name)
    : undefined;
}

/** The provider of a stored payment, also one that takes no new payments any more. */
export function providerNamed(house: House, name: string): PaymentProvider {
  const ofHouse = opened.get(house) ?? new Map<string, PaymentProvider>();
  opened.set(house, ofHouse);
  let provider = ofHouse.get(name);
  if (!provider) {
    if (!Object.hasOwn(providers, name))
      throw new Error(`there are payments of ${name}, a provider that this version does not know`);
    provider = providers[name as ProviderName](house);
    ofHouse.set(name, provider);
  }
  return provider;
}
