import { localizePath } from "../../../../design-system/i18n/locale-path.ts";
import { refuse } from "../../platform/http/errors.ts";
import { getSetting } from "../../platform/settings/settings.ts";
import { type AdminApi, adminEndpoint, adminQuery } from "../../staff/admin-endpoint.ts";
import { refusals as reviewRefusals } from "../schema.ts";
import { reviewSummaryDays } from "../settings.ts";
import { saveSummary } from "./admin-actions.ts";
import { refusals, savedSummary, summaryPage, summaryParams } from "./admin-schema.ts";
import { findSummary } from "./sql.ts";

const { product_not_found } = reviewRefusals;
const DAY_MS = 86_400_000;

/** Endpoints about summaries of reviews (docs/domain/reviews.md). */
export function reviewSummaryRoutes(api: AdminApi): void {
  adminQuery(api, {
    path: "/review-summaries/{id}/{locale}",
    permission: "reviews:moderate",
    summary: "Get what is often said in the reviews of a product, with their frequent words",
    params: summaryParams,
    response: summaryPage,
    refusals: { product_not_found },
    handler: async ({ app, db, params, session }) => {
      const row = await findSummary(db, params, session.staff.locale);
      if (!row) throw refuse(reviewRefusals, "product_not_found");
      const {
        checked_at: checkedAt,
        product: { slug, ...product },
        ...fields
      } = row;
      const days = await getSetting(db, reviewSummaryDays);
      const { publicUrl, localeStrategy } = app.config;
      return {
        data: {
          ...fields,
          product,
          reviews_url: publicUrl + localizePath(`/${slug}/reviews`, params.locale, localeStrategy),
          checked_at: checkedAt?.toISOString() ?? null,
          shown_until: checkedAt && new Date(checkedAt.getTime() + days * DAY_MS).toISOString(),
        },
      };
    },
  });
  adminEndpoint(api, {
    method: "post",
    path: "/review-summaries/{id}/{locale}",
    summary: "Write, change, confirm or delete what is often said in the reviews of a product",
    action: saveSummary,
    response: savedSummary,
    refusals: { product_not_found, ...refusals },
  });
}
