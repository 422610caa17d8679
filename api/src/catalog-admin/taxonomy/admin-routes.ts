import { listTerms, type TermKind } from "../../catalog/taxonomy/terms.ts";
import { serializeThumbnail } from "../../content/images.ts";
import type { Db } from "../../platform/db/database.ts";
import { type AdminApi, adminEndpoint, adminQuery } from "../../staff/admin-endpoint.ts";
import {
  brandActions,
  categoryActions,
  concernActions,
  moveCategoryAction,
  seriesActions,
  tagActions,
} from "./admin-actions.ts";
import { changedTerm, deletedTerm, movedCategory, refusals, termLists } from "./admin-schema.ts";

/** The kinds of terms with their paths and actions. */
const kinds = [
  { kind: "category", path: "/categories", noun: "category", actions: categoryActions },
  { kind: "brand", path: "/brands", noun: "brand", actions: brandActions },
  { kind: "series", path: "/series", noun: "series", actions: seriesActions },
  { kind: "concern", path: "/concerns", noun: "concern", actions: concernActions },
  { kind: "tag", path: "/tags", noun: "tag", actions: tagActions },
] as const;

/** Endpoints by which staff edit what products belong to (docs/domain/catalog-admin.md). */
export function taxonomyRoutes(api: AdminApi): void {
  const { term_taken, term_in_use, term_not_found, image_not_found, category_cycle, state_changed } = refusals;
  for (const { kind, path, noun, actions } of kinds) {
    adminQuery(api, {
      path,
      permission: "products:read",
      summary: `List every ${noun} with the number of its products`,
      response: termLists[kind],
      handler: async ({ db }) => ({ data: { items: await listItems(db, kind) } as never }),
    });
    adminEndpoint(api, {
      method: "post",
      path,
      summary: `Add a ${noun}`,
      action: actions.create,
      response: changedTerm,
      refusals: { term_taken, term_not_found, image_not_found },
    });
    adminEndpoint(api, {
      method: "patch",
      path: `${path}/{id}`,
      summary: `Change a ${noun}, with the values that were seen`,
      action: actions.edit,
      response: changedTerm,
      refusals: { term_taken, image_not_found },
    });
    adminEndpoint(api, {
      method: "delete",
      path: `${path}/{id}`,
      summary: `Delete a ${noun} that nothing uses`,
      action: actions.remove,
      response: deletedTerm,
      refusals: { term_in_use },
    });
  }
  adminEndpoint(api, {
    method: "post",
    path: "/categories/{id}/move",
    summary: "Move a category in the tree, with everything below it",
    action: moveCategoryAction,
    response: movedCategory,
    refusals: { category_cycle, term_not_found, state_changed },
  });
}

async function listItems(db: Db, kind: TermKind): Promise<object[]> {
  const rows = await listTerms(db, kind);
  return rows.map(({ image_row: image, ...row }) =>
    kind === "category" ? { ...row, picture: image ? serializeThumbnail(image, "") : null } : row,
  );
}
