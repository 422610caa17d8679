import type { StoreConfig } from "@furoshiki/api/store-config";

/**
 * Internal response header from the storefront to the HTTP edge, which turns it into the content security policy. It is
 * never sent to browsers.
 */
export const THIRD_PARTY_SERVICES_HEADER = "x-page-services";

type ServiceConfig = Pick<StoreConfig, "analytics" | "widgets" | "icon_service" | "pickup_map">;

/**
 * The third-party services that a page may load, serialized for the HTTP edge: known services by name, hosts for
 * scripts, `img:` for images, `connect:` for data.
 */
export function serializeThirdPartyServices(config: ServiceConfig): string {
  const { analytics, widgets, icon_service, pickup_map } = config;
  return [
    ...(analytics.metrica ? ["metrica"] : []),
    ...(analytics.tag_manager ? ["tag-manager"] : []),
    ...widgets.flatMap(({ script, hosts }) => [new URL(script).origin, ...hosts]),
    ...(icon_service ? [`img:${new URL(icon_service).origin}`] : []),
    ...(pickup_map ? [new URL(pickup_map.style).origin, ...pickup_map.hosts].map((host) => `connect:${host}`) : []),
  ].join(" ");
}

/** Whether analytics or widgets that require the visitor's consent are configured. */
export function hasTrackers({ analytics, widgets }: ServiceConfig): boolean {
  return Boolean(analytics.metrica ?? analytics.tag_manager) || widgets.length > 0;
}

const privatePaths = [
  "/user/payment",
  "/jpcart",
  "/change-password",
  "/confirm-email",
  "/user/unsubscribe",
  "/user/newsletter",
  "/certificates",
  "/wishlist/shared",
  "/product-preview",
];

/** Every link of a page is tested. */
const privatePath = new RegExp(`^(?:${privatePaths.join("|")})(?:[/?#]|$)`);

/**
 * Whether a page must not load third-party services: pages with card entry, and pages whose URL contains a secret
 * (docs/domain/privacy.md).
 * @param path without the locale prefix
 */
export function isPrivatePage(path: string): boolean {
  return privatePath.test(path);
}
