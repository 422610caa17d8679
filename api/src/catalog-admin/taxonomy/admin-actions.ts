import { z } from "zod";
import type { TermKind, TermValues } from "../../catalog/taxonomy/terms.ts";
import { reverseChanges } from "../../platform/changes/compare-fields.ts";
import type { FieldEdit } from "../../platform/changes/schema.ts";
import { idParams } from "../../platform/http/id-params.ts";
import { adminAction } from "../../staff/admin-action.ts";
import {
  moveCategoryRequest,
  newTerms,
  restoreTermRequest,
  termEdits,
  undoCategoryMoveRequest,
} from "./admin-schema.ts";
import { createTerm, editTerm, moveCategory, removeTerm, restoreTerm, undoCategoryMove } from "./change-terms.ts";

const permission = "products:write";
const stepUp = () => false;

/** The actions that change the terms of one kind (docs/domain/catalog-admin.md). */
function createTermActions<K extends TermKind>(kind: K) {
  const subject = ({ id }: { id: number }) => ({ kind, id });
  return {
    create: adminAction({
      ...{ name: `${kind}.created`, permission, params: z.object({}), input: newTerms[kind], stepUp },
      subject: (_params, { id }: { id: number }) => ({ kind, id }),
      run: async (tx, _params, input) => createTerm(tx, kind, input as TermValues),
      inverse: ({ result: { id } }) => ({ action: `${kind}.deleted`, params: { id: String(id) }, input: {} }),
    }),
    edit: adminAction({
      ...{ name: `${kind}.updated`, permission, params: idParams, input: termEdits[kind], subject, stepUp },
      run: async (tx, { id }, { changes }) =>
        editTerm(tx, kind, id, changes as Readonly<Record<string, FieldEdit | undefined>>),
      inverse: ({ params: { id }, changes }) => ({
        action: `${kind}.updated`,
        params: { id: String(id) },
        input: { changes: reverseChanges(changes) },
      }),
    }),
    remove: adminAction({
      ...{ name: `${kind}.deleted`, permission, params: idParams, input: z.strictObject({}), subject, stepUp },
      run: async (tx, { id }) => removeTerm(tx, kind, id),
      inverse: ({ result: { id, values } }) => ({
        action: `${kind}.restored`,
        params: { id: String(id) },
        input: { values },
      }),
    }),
    restore: adminAction({
      ...{ name: `${kind}.restored`, permission, params: idParams, input: restoreTermRequest, subject, stepUp },
      run: async (tx, { id }, { values }) => restoreTerm(tx, kind, id, values),
      inverse: null,
    }),
  };
}

export const {
  create: createCategory,
  edit: editCategory,
  remove: deleteCategory,
  restore: restoreCategory,
} = createTermActions("category");
export const {
  create: createBrand,
  edit: editBrand,
  remove: deleteBrand,
  restore: restoreBrand,
} = createTermActions("brand");
export const {
  create: createSeries,
  edit: editSeries,
  remove: deleteSeries,
  restore: restoreSeries,
} = createTermActions("series");
export const {
  create: createConcern,
  edit: editConcern,
  remove: deleteConcern,
  restore: restoreConcern,
} = createTermActions("concern");
export const { create: createTag, edit: editTag, remove: deleteTag, restore: restoreTag } = createTermActions("tag");

/** Moves a category in the tree. */
export const moveCategoryAction = adminAction({
  ...{ name: "category.moved", permission, params: idParams, input: moveCategoryRequest, stepUp },
  subject: ({ id }) => ({ kind: "category", id }),
  run: async (tx, { id }, move) => moveCategory(tx, id, move),
  inverse: ({ result: { id, parent_id, place, previous_parent_id, previous_positions } }) => ({
    action: "category.move_undone",
    params: { id: String(id) },
    input: { from: { parent_id, place }, parent_id: previous_parent_id, positions: previous_positions },
  }),
});

/** Takes back a move of a category. */
export const undoCategoryMoveAction = adminAction({
  ...{ name: "category.move_undone", permission, params: idParams, input: undoCategoryMoveRequest, stepUp },
  subject: ({ id }) => ({ kind: "category", id }),
  run: async (tx, { id }, undo) => undoCategoryMove(tx, id, undo),
  inverse: null,
});
