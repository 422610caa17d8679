import type { FrontConfig } from "@furoshiki/api/front";

/** On its way from the storefront to the edge, which turns it into the page's policy. Browsers never see it. */
export const SERVICES_HEADER = "x-page-services";

type Configured = Pick<FrontConfig, "analytics" | "widgets" | "icon_service">;

/** What a page may ask of others, in words for the edge: known services by name, hosts for scripts, `img:` for pictures. */
export function servicesOf({ analytics, widgets, icon_service }: Configured): string {
  return [
    ...(analytics.metrica ? ["metrica"] : []),
    ...(analytics.tag_manager ? ["tag-manager"] : []),
    ...widgets.flatMap(({ script, hosts }) => [new URL(script).origin, ...hosts]),
    ...(icon_service ? [`img:${new URL(icon_service).origin}`] : []),
  ].join(" ");
}

/** True where something would follow or speak to the visitor, which he is asked about first. */
export function hasTrackers({ analytics, widgets }: Configured): boolean {
  return Boolean(analytics.metrica ?? analytics.tag_manager) || widgets.length > 0;
}

const privatePages = [
  "/user/payment",
  "/jpcart",
  "/change-password",
  "/confirm-email",
  "/user/unsubscribe",
  "/user/newsletter",
  "/certificates",
];

/**
 * Pages that no service of others sees: where a card is typed in, and those whose address is a key.
 * @param path without the locale's prefix
 */
export function isPrivatePage(path: string): boolean {
  const [pathname = ""] = path.split(/[?#]/, 1);
  return privatePages.some((page) => pathname === page || pathname.startsWith(`${page}/`));
}
