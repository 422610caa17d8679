import * as account from "./account/settings.ts";
import * as loyalty from "./loyalty/settings.ts";
import * as cart from "./cart/settings.ts";
import * as catalogRetention from "./catalog/retention-settings.ts";
import * as catalog from "./catalog/settings.ts";
import * as checkout from "./checkout/settings.ts";
import * as menus from "./content/menus/menu-settings.ts";
import * as content from "./content/settings.ts";
import * as contacts from "./content/store-profile/contact-settings.ts";
import * as analytics from "./content/third-party/analytics-settings.ts";
import * as chat from "./content/third-party/chat-settings.ts";
import * as customs from "./customs/settings.ts";
import * as delivery from "./delivery/settings.ts";
import * as fulfillment from "./fulfillment/settings.ts";
import * as giftCards from "./gift-cards/settings.ts";
import * as joinedOrders from "./joined-orders/settings.ts";
import * as money from "./money/settings.ts";
import * as notifications from "./notifications/settings.ts";
import * as orderEdits from "./order-edits/settings.ts";
import * as orders from "./orders/settings.ts";
import * as paymentRetention from "./payments/retention-settings.ts";
import * as payments from "./payments/settings.ts";
import * as audit from "./platform/audit/settings.ts";
import * as storeProfile from "./platform/store-profile/settings.ts";
import * as retention from "./platform/retention/settings.ts";
import type { AnySetting } from "./platform/settings/settings.ts";
import * as imports from "./imports/settings.ts";
import * as purchasing from "./purchasing/settings.ts";
import * as returns from "./returns/settings.ts";
import * as reviews from "./reviews/settings.ts";
import * as search from "./search/settings.ts";
import * as staff from "./staff/settings.ts";
import * as wishlist from "./wishlist/settings.ts";

const settingsModules = [
  account.rateLimits,
  analytics,
  audit,
  cart,
  catalog,
  chat,
  checkout,
  contacts,
  content,
  customs,
  delivery,
  fulfillment,
  giftCards,
  joinedOrders,
  loyalty,
  menus,
  money,
  notifications,
  orderEdits,
  orders,
  payments,
  purchasing,
  imports,
  retention,
  returns,
  reviews,
  catalogRetention,
  paymentRetention,
  search,
  staff,
  storeProfile,
  wishlist,
];

/** Every setting of every module, sorted by key. */
export const settings: readonly AnySetting[] = settingsModules
  .flatMap((module) => Object.values<unknown>(module))
  .filter(isSetting)
  .toSorted((a, b) => (a.key < b.key ? -1 : 1));

/** Whether an exported value is a setting. Settings files may export functions too. */
function isSetting(value: unknown): value is AnySetting {
  return typeof value === "object" && value !== null && "schema" in value && "fallback" in value;
}
