import { index, layout, route, type RouteConfig } from "@react-router/dev/routes";

export default [
  route("preferences", "routes/preferences.ts"),
  layout("routes/shell.tsx", [index("routes/home.page.tsx"), route("*", "routes/not-found.page.tsx")]),
] satisfies RouteConfig;
