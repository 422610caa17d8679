import { z } from "zod";
import { compareFields } from "../platform/changes/compare-fields.ts";
import { commonRefusals, refuse } from "../platform/http/errors.ts";
import { idParams } from "../platform/http/id-params.ts";
import { type ActionContext, adminAction, requirePermission } from "../staff/admin-action.ts";
import type { Permission } from "../staff/permissions.ts";
import {
  changeViewRequest,
  createViewRequest,
  deleteViewRequest,
  listPermissions,
  MAX_VIEWS,
  moveViewRequest,
  parseViewQuery,
  refusals,
} from "./admin-schema.ts";
import { deleteView, insertView, lockView, lockViews, setViewOrder, updateView } from "./sql.ts";

type ViewScope = Readonly<{
  /** The first part of the names of the actions. */
  name: string;
  permission: Permission;
  /** Returns the owner of the views; null: they are shared. */
  getOwnerId: (context: ActionContext) => number | null;
}>;

/** Views of one person. */
const personal: ViewScope = {
  name: "saved_view",
  permission: "orders:read",
  getOwnerId: ({ actor }) => {
    if (actor.kind !== "staff" || actor.id === null) throw refuse(commonRefusals, "unauthenticated");
    return actor.id;
  },
};

/** Views of everybody. */
const shared: ViewScope = { name: "shared_view", permission: "settings:write", getOwnerId: () => null };

const noStepUp = () => false;
const subject = (_params: unknown, { id }: { id: number }) => ({ kind: "saved_view", id });

function createViewAction({ name, permission, getOwnerId }: ViewScope) {
  return adminAction({
    name: `${name}.created`,
    permission,
    params: z.object({}),
    input: createViewRequest,
    subject,
    stepUp: noStepUp,
    run: async (tx, _params, { resource, name: viewName, query }, context) => {
      requirePermission(context, listPermissions[resource]);
      const owner_id = getOwnerId(context);
      const views = await lockViews(tx, resource, owner_id);
      if (views.length >= MAX_VIEWS) throw refuse(refusals, "too_many_views");
      const id = await insertView(tx, { resource, owner_id, name: viewName, query, position: views.length });
      return { result: { id }, changes: [{ field: "name", from: null, to: viewName }] };
    },
    inverse: ({ result }) => ({ action: `${name}.deleted`, params: { id: String(result.id) }, input: {} }),
  });
}

function changeViewAction({ name, permission, getOwnerId }: ViewScope) {
  return adminAction({
    name: `${name}.changed`,
    permission,
    params: idParams,
    input: changeViewRequest,
    subject,
    stepUp: noStepUp,
    run: async (tx, { id }, { changes: edits }, context) => {
      const view = await lockView(tx, id, getOwnerId(context));
      if (!view) throw refuse(refusals, "view_not_found");
      const changes = await compareFields(tx, { kind: "saved_view", id }, view, edits);
      if (changes.length === 0) return { result: { id }, changes: null };
      if (edits.query && parseViewQuery(view.resource, edits.query.to) === null)
        throw refuse(refusals, "view_query_invalid");
      await updateView(tx, id, {
        ...(edits.name ? { name: edits.name.to } : {}),
        ...(edits.query ? { query: edits.query.to } : {}),
      });
      return { result: { id }, changes };
    },
    inverse: null,
  });
}

function moveViewAction({ name, permission, getOwnerId }: ViewScope) {
  return adminAction({
    name: `${name}.moved`,
    permission,
    params: idParams,
    input: moveViewRequest,
    subject,
    stepUp: noStepUp,
    run: async (tx, { id }, { direction }, context) => {
      const ownerId = getOwnerId(context);
      const view = await lockView(tx, id, ownerId);
      if (!view) throw refuse(refusals, "view_not_found");
      const ids = (await lockViews(tx, view.resource, ownerId)).map((one) => one.id);
      const from = ids.indexOf(id);
      const to = from + (direction === "left" ? -1 : 1);
      if (to < 0 || to >= ids.length) return { result: { id }, changes: null };
      await setViewOrder(tx, ids.toSpliced(from, 1).toSpliced(to, 0, id));
      return { result: { id }, changes: [{ field: "position", from, to }] };
    },
    inverse: null,
  });
}

function deleteViewAction({ name, permission, getOwnerId }: ViewScope) {
  return adminAction({
    name: `${name}.deleted`,
    permission,
    params: idParams,
    input: deleteViewRequest,
    subject,
    stepUp: noStepUp,
    run: async (tx, { id }, _input, context) => {
      const view = await lockView(tx, id, getOwnerId(context));
      if (!view) throw refuse(refusals, "view_not_found");
      await deleteView(tx, id);
      return { result: { id }, changes: [{ field: "name", from: view.name, to: null }] };
    },
    inverse: null,
  });
}

export const createSavedView = createViewAction(personal);
export const changeSavedView = changeViewAction(personal);
export const moveSavedView = moveViewAction(personal);
export const deleteSavedView = deleteViewAction(personal);
export const createSharedView = createViewAction(shared);
export const changeSharedView = changeViewAction(shared);
export const moveSharedView = moveViewAction(shared);
export const deleteSharedView = deleteViewAction(shared);
