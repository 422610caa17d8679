import { index, layout, route, type RouteConfig } from "@react-router/dev/routes";

export default [
  route("preferences", "routes/preferences.ts"),
  route("palette", "routes/palette.ts"),
  route("sign-in", "routes/sign-in.page.tsx"),
  route("sign-in/code", "routes/sign-in-code.page.tsx"),
  route("sign-in/recovery-code", "routes/sign-in-recovery-code.page.tsx"),
  route("demo-sign-in/:token", "routes/demo-sign-in.ts"),
  route("sign-out", "routes/sign-out.ts"),
  route("invitations/:token", "routes/invitation.page.tsx"),
  route("orders/:id/refund", "routes/order-refund.ts"),
  layout("routes/shell.tsx", [
    layout("routes/page-boundary.tsx", [
      index("routes/home.page.tsx"),
      route("orders", "routes/orders.page.tsx"),
      route("orders/:id", "routes/order.page.tsx"),
      route("orders/:id/edit", "routes/order-edit.page.tsx"),
      route("orders/:id/edit/products", "routes/order-edit-products.ts"),
      route("payments", "routes/payments.page.tsx"),
      route("returns", "routes/returns.page.tsx"),
      route("returns/:id", "routes/return.page.tsx"),
      route("fulfillment", "routes/fulfillment.ts"),
      route("fulfillment/customs", "routes/fulfillment-customs.page.tsx"),
      route("fulfillment/pick-lists", "routes/fulfillment-pick-lists.page.tsx"),
      route("staff", "routes/staff.page.tsx"),
      route("roles", "routes/roles.page.tsx"),
      route("me", "routes/me.page.tsx"),
      route("audit", "routes/audit.page.tsx"),
      route("*", "routes/not-found.page.tsx"),
    ]),
  ]),
] satisfies RouteConfig;
