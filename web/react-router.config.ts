import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // The whole address table travels with the page: no second request before the first click.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
