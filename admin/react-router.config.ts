import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  basename: "/admin/",
  // The whole route manifest is sent with the page: no second request before the first navigation.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
