import { z } from "zod";
import { compareFields, reverseChanges } from "../../platform/changes/compare-fields.ts";
import { refuse } from "../../platform/http/errors.ts";
import { idParams } from "../../platform/http/id-params.ts";
import { adminAction } from "../admin-action.ts";
import { refusals as staffRefusals } from "../admin-schema.ts";
import { refuseMissingPermissions } from "../members.ts";
import { getRolePermissions } from "../permissions.ts";
import { createRoleRequest, deleteRoleRequest, refusals, updateRoleRequest } from "./admin-schema.ts";
import { createRoleKey, refuseTakenNames, requireChangeableRole } from "./roles.ts";
import { countRoleUses, deleteRole, insertRole, lockRoles, updateRole } from "./sql.ts";

const fields = ["name_ru", "name_en", "permissions"] as const;

/** Creates a role with permissions that the person has themselves. */
export const createRole = adminAction({
  name: "role.created",
  permission: "staff:manage",
  params: z.object({}),
  input: createRoleRequest,
  subject: (_params, { id }: { id: number }) => ({ kind: "role", id }),
  stepUp: () => true,
  run: async (tx, _params, input, { actor }) => {
    await lockRoles(tx);
    const { name_ru, name_en, permissions } = input;
    const key = createRoleKey(name_en);
    await refuseMissingPermissions(tx, actor, { key, permissions });
    await refuseTakenNames(tx, null, input);
    const { id } = await insertRole(tx, key, { name_ru, name_en, permissions });
    return { result: { id }, changes: fields.map((field) => ({ field, from: null, to: input[field] })) };
  },
  inverse: ({ result: { id } }) => ({ action: "role.deleted", params: { id: String(id) }, input: { version: 1 } }),
});

/** Changes the names or permissions of a role; it applies to the next request of everybody who has it. */
export const editRole = adminAction({
  name: "role.updated",
  permission: "staff:manage",
  params: idParams,
  input: updateRoleRequest,
  subject: ({ id }) => ({ kind: "role", id }),
  stepUp: () => true,
  run: async (tx, { id }, { changes: edits }, { actor }) => {
    const role = await requireChangeableRole(tx, actor, id);
    const current = { ...role, permissions: [...getRolePermissions(role)] };
    const changes = await compareFields(tx, { kind: "role", id }, current, edits);
    if (changes.length === 0) return { result: { id }, changes: null };
    const { name_ru, name_en, permissions } = {
      ...current,
      ...Object.fromEntries(changes.map(({ field, to }) => [field, to])),
    };
    await refuseMissingPermissions(tx, actor, { key: role.key, permissions });
    await refuseTakenNames(tx, id, { name_ru, name_en });
    await updateRole(tx, id, { name_ru, name_en, permissions });
    return { result: { id }, changes };
  },
  inverse: ({ params: { id }, changes }) => ({
    action: "role.updated",
    params: { id: String(id) },
    input: { changes: reverseChanges(changes) },
  }),
});

/** Deletes a role that no account and no open invitation has. */
export const removeRole = adminAction({
  name: "role.deleted",
  permission: "staff:manage",
  params: idParams,
  input: deleteRoleRequest,
  subject: ({ id }) => ({ kind: "role", id }),
  stepUp: () => true,
  run: async (tx, { id }, { version }, { actor, now }) => {
    const role = await requireChangeableRole(tx, actor, id);
    if (role.version !== version) throw refuse(staffRefusals, "state_changed", { data: { current: role.version } });
    const uses = await countRoleUses(tx, id, now);
    if (uses.accounts + uses.invitations > 0) throw refuse(refusals, "role_in_use", { data: uses });
    await deleteRole(tx, id);
    return { result: { id }, changes: fields.map((field) => ({ field, from: role[field], to: null })) };
  },
  inverse: null,
});
