import * as account from "./account/settings.ts";
import * as bonuses from "./bonuses/settings.ts";
import * as cart from "./cart/settings.ts";
import * as catalogue from "./catalogue/settings.ts";
import * as checkout from "./checkout/settings.ts";
import * as menus from "./content/menu-settings.ts";
import * as content from "./content/settings.ts";
import * as customs from "./customs/settings.ts";
import * as delivery from "./delivery/settings.ts";
import * as money from "./money/settings.ts";
import * as notifications from "./notifications/settings.ts";
import * as payments from "./payments/settings.ts";
import * as identity from "./platform/identity-settings.ts";
import * as retention from "./platform/retention-settings.ts";
import type { AnySetting } from "./platform/settings.ts";
import * as promotions from "./promotions/settings.ts";
import * as reviews from "./reviews/settings.ts";

const modules = [
  ...[account.limits, bonuses, cart, catalogue, checkout, content, menus, identity],
  ...[customs, delivery, money, notifications, payments, promotions, retention, reviews],
];

/** Every setting of every module, by key. */
export const settings: readonly AnySetting[] = modules
  .flatMap((module) => Object.values<unknown>(module))
  .filter(isSetting)
  .toSorted((a, b) => (a.key < b.key ? -1 : 1));

/** Rule files beside the settings of a module may export functions too. */
function isSetting(value: unknown): value is AnySetting {
  return typeof value === "object" && value !== null && "schema" in value && "fallback" in value;
}
