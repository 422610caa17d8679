import type { ProviderName } from "../../platform/config.ts";
import type { PaymentProvider, PaymentProviders } from "../../platform/payment-provider.ts";
import type { ProviderServices } from "./provider-client.ts";
import { createSandboxProvider } from "./sandbox.ts";
import { createStripeProvider } from "./stripe.ts";
import { createYookassaProvider } from "./yookassa.ts";

/** The supported providers. */
const providerFactories: Readonly<Record<ProviderName, (services: ProviderServices) => PaymentProvider>> = {
  sandbox: createSandboxProvider,
  stripe: createStripeProvider,
  yookassa: createYookassaProvider,
};

/** Creates the payment providers of an installation, each on first use. */
export function createPaymentProviders(services: ProviderServices): PaymentProviders {
  const providers = new Map<string, PaymentProvider>();
  const get = (name: string): PaymentProvider => {
    const existing = providers.get(name);
    if (existing) return existing;
    if (!Object.hasOwn(providerFactories, name))
      throw new Error(`there are payments of ${name}, a provider that this version does not know`);
    const provider = providerFactories[name as ProviderName](services);
    providers.set(name, provider);
    return provider;
  };
  const isConfigured = (name: string) => services.config.paymentProviders.some((configured) => configured === name);
  return { get, findConfigured: (name) => (isConfigured(name) ? get(name) : undefined) };
}
