/** Sources by directive of a content security policy. */
export type Directives = Readonly<Record<string, readonly string[]>>;

const metricaZones = [
  ...["ru", "com", "by", "kz", "uz", "com.ge", "com.am", "com.tr", "md"],
  ...["az", "kg", "tj", "tm", "co.il", "lt", "lv", "ee", "fr"],
];
const metricaHosts = [...metricaZones.map((zone) => `mc.yandex.${zone}`), "mc.webvisor.com", "mc.webvisor.org"];
const over = (scheme: string, hosts: readonly string[]) => hosts.map((host) => `${scheme}://${host}`);
const tagManager = "https://www.googletagmanager.com";
const measurement = [
  "https://*.google-analytics.com",
  "https://*.analytics.google.com",
  "https://*.googletagmanager.com",
];

/** What the makers of each service ask a shop's policy for. */
const known: Readonly<Record<string, Directives>> = {
  metrica: {
    "script-src": [...over("https", metricaHosts), "https://yastatic.net"],
    "img-src": over("https", metricaHosts),
    "connect-src": [...over("https", metricaHosts), ...over("wss", metricaHosts)],
    "frame-src": ["blob:", ...over("https", metricaHosts)],
  },
  "tag-manager": {
    "script-src": [tagManager],
    "img-src": [tagManager, ...measurement],
    "connect-src": [tagManager, ...measurement],
    "frame-src": [tagManager],
  },
};

const ORIGIN = /^(https|wss):\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?$/;

/** A service as the storefront names it: one of the known, `img:` and an origin, or an origin of a widget. */
export function directivesOf(service: string): Directives {
  const named = known[service];
  if (named) return named;
  const [, pictures, origin = ""] = /^(img:)?(.*)$/.exec(service) ?? [];
  if (!ORIGIN.test(origin)) return {};
  if (pictures) return { "img-src": [origin] };
  if (origin.startsWith("wss:")) return { "connect-src": [origin] };
  return {
    "script-src": [origin],
    // Widgets bring styles of their own into the page.
    "style-src": ["'unsafe-inline'", origin],
    "img-src": [origin],
    "font-src": ["'self'", origin],
    "media-src": ["'self'", origin],
    "connect-src": [origin],
    "frame-src": [origin],
  };
}
