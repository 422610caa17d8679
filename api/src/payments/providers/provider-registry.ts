import type { ProviderName } from "../../platform/config.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import type { PaymentProvider } from "./payment-provider.ts";
import { createSandboxProvider } from "./sandbox.ts";
import { createStripeProvider } from "./stripe.ts";
import { createYookassaProvider } from "./yookassa.ts";

/** The supported providers. */
const providerFactories: Readonly<Record<ProviderName, (app: AppContext) => PaymentProvider>> = {
  sandbox: createSandboxProvider,
  stripe: createStripeProvider,
  yookassa: createYookassaProvider,
};

const providersByApp = new WeakMap<AppContext, Map<string, PaymentProvider>>();

/** Returns a provider that is configured in this installation, otherwise undefined. */
export function findConfiguredProvider(app: AppContext, name: string): PaymentProvider | undefined {
  return app.config.paymentProviders.some((configured) => configured === name) ? getProvider(app, name) : undefined;
}

/** Returns the provider of a stored payment, even if it is no longer configured for new payments. */
export function getProvider(app: AppContext, name: string): PaymentProvider {
  const appProviders = providersByApp.get(app) ?? new Map<string, PaymentProvider>();
  providersByApp.set(app, appProviders);
  let provider = appProviders.get(name);
  if (!provider) {
    if (!Object.hasOwn(providerFactories, name))
      throw new Error(`there are payments of ${name}, a provider that this version does not know`);
    provider = providerFactories[name as ProviderName](app);
    appProviders.set(name, provider);
  }
  return provider;
}
