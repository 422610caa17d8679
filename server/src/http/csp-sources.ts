/** Sources by directive of a Content-Security-Policy. */
export type CspDirectives = Readonly<Record<string, readonly string[]>>;

const metricaZones = [
  ...["ru", "com", "by", "kz", "uz", "com.ge", "com.am", "com.tr", "md"],
  ...["az", "kg", "tj", "tm", "co.il", "lt", "lv", "ee", "fr"],
];
const metricaHosts = [...metricaZones.map((zone) => `mc.yandex.${zone}`), "mc.webvisor.com", "mc.webvisor.org"];
const withScheme = (scheme: string, hosts: readonly string[]) => hosts.map((host) => `${scheme}://${host}`);
const tagManagerHost = "https://www.googletagmanager.com";
const analyticsHosts = [
  "https://*.google-analytics.com",
  "https://*.analytics.google.com",
  "https://*.googletagmanager.com",
];

/** The sources that each service's documentation asks a site's policy to allow. */
const serviceDirectives: Readonly<Record<string, CspDirectives>> = {
  metrica: {
    "script-src": [...withScheme("https", metricaHosts), "https://yastatic.net"],
    "img-src": withScheme("https", metricaHosts),
    "connect-src": [...withScheme("https", metricaHosts), ...withScheme("wss", metricaHosts)],
    "frame-src": ["blob:", ...withScheme("https", metricaHosts)],
  },
  "tag-manager": {
    "script-src": [tagManagerHost],
    "img-src": [tagManagerHost, ...analyticsHosts],
    "connect-src": [tagManagerHost, ...analyticsHosts],
    "frame-src": [tagManagerHost],
  },
};

const ORIGIN_PATTERN = /^(https|wss):\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?$/;

/**
 * Returns the directives of a service as named by the storefront: a known name, `img:` or `connect:` and an
 * origin, or the origin of a widget.
 */
export function getServiceDirectives(service: string): CspDirectives {
  const knownDirectives = serviceDirectives[service];
  if (knownDirectives) return knownDirectives;
  const [, kind, origin = ""] = /^(?:(img|connect):)?(.*)$/.exec(service) ?? [];
  if (!ORIGIN_PATTERN.test(origin)) return {};
  if (kind === "img") return { "img-src": [origin] };
  if (kind === "connect" || origin.startsWith("wss:")) return { "connect-src": [origin] };
  return {
    "script-src": [origin],
    // Widgets inject styles into the page.
    "style-src": ["'unsafe-inline'", origin],
    "img-src": [origin],
    "font-src": ["'self'", origin],
    "media-src": ["'self'", origin],
    "connect-src": [origin],
    "frame-src": [origin],
  };
}
