import { listTerms, type TermKind } from "../../catalog/taxonomy/terms.ts";
import { serializeThumbnail } from "../../content/images.ts";
import type { Db } from "../../platform/db/database.ts";
import { type AdminApi, adminEndpoint, adminQuery } from "../../staff/admin-endpoint.ts";
import * as actions from "./admin-actions.ts";
import { changedTerm, deletedTerm, movedCategory, refusals, termLists } from "./admin-schema.ts";

/** The kinds of terms with their paths and actions. */
const kinds = [
  {
    kind: "category",
    path: "/categories",
    noun: "category",
    create: actions.createCategory,
    edit: actions.editCategory,
    remove: actions.deleteCategory,
  },
  {
    kind: "brand",
    path: "/brands",
    noun: "brand",
    create: actions.createBrand,
    edit: actions.editBrand,
    remove: actions.deleteBrand,
  },
  {
    kind: "series",
    path: "/series",
    noun: "series",
    create: actions.createSeries,
    edit: actions.editSeries,
    remove: actions.deleteSeries,
  },
  {
    kind: "concern",
    path: "/concerns",
    noun: "concern",
    create: actions.createConcern,
    edit: actions.editConcern,
    remove: actions.deleteConcern,
  },
  {
    kind: "tag",
    path: "/tags",
    noun: "tag",
    create: actions.createTag,
    edit: actions.editTag,
    remove: actions.deleteTag,
  },
] as const;

/** Endpoints by which staff edit what products belong to (docs/domain/catalog-admin.md). */
export function taxonomyRoutes(api: AdminApi): void {
  const { term_taken, term_in_use, term_not_found, image_not_found, category_cycle, state_changed } = refusals;
  for (const { kind, path, noun, create, edit, remove } of kinds) {
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
      action: create,
      response: changedTerm,
      refusals: { term_taken, term_not_found, image_not_found },
    });
    adminEndpoint(api, {
      method: "patch",
      path: `${path}/{id}`,
      summary: `Change a ${noun}, with the values that were seen`,
      action: edit,
      response: changedTerm,
      refusals: { term_taken, image_not_found },
    });
    adminEndpoint(api, {
      method: "delete",
      path: `${path}/{id}`,
      summary: `Delete a ${noun} that nothing uses`,
      action: remove,
      response: deletedTerm,
      refusals: { term_in_use },
    });
  }
  adminEndpoint(api, {
    method: "post",
    path: "/categories/{id}/move",
    summary: "Move a category in the tree, with everything below it",
    action: actions.moveCategoryAction,
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
