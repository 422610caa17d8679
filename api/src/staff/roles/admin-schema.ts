import { z } from "zod";
import { fieldEdit, recordEdit } from "../../platform/changes/schema.ts";
import { permissions } from "../permissions.ts";

/** The refusals of changes of roles, besides those of the staff module. */
export const refusals = {
  role_fixed: 409,
  role_exists: 409,
  role_in_use: 409,
} as const;

export const role = z
  .object({
    id: z.int(),
    key: z.string(),
    name_ru: z.string(),
    name_en: z.string(),
    permissions: z.array(z.enum(permissions)),
    /** Sent with a deletion, which is refused if the role was changed meanwhile. */
    version: z.int(),
    /** How many people have the role; disabled accounts do not count. */
    staff_count: z.int(),
  })
  .meta({ id: "Role" });
export type Role = z.infer<typeof role>;
export const roleList = z.object({ items: z.array(role) }).meta({ id: "RoleList" });
export type RoleList = z.infer<typeof roleList>;

const name = z.string().trim().min(1, "required").max(60, "too_big");
/** Without repetitions and in the order of the list, so that equal sets are equal values. */
const permissionSet = z
  .array(z.enum(permissions))
  .max(permissions.length)
  .transform((chosen) => permissions.filter((permission) => chosen.includes(permission)));

export const createRoleRequest = z
  .object({ name_ru: name, name_en: name, permissions: permissionSet })
  .meta({ id: "CreateRoleRequest" });

export const updateRoleRequest = recordEdit({
  name_ru: fieldEdit(name),
  name_en: fieldEdit(name),
  permissions: fieldEdit(permissionSet),
}).meta({ id: "UpdateRoleRequest" });

/** The version that the person saw. */
export const deleteRoleRequest = z.object({ version: z.int().positive() }).meta({ id: "DeleteRoleRequest" });

export const changedRole = z.object({ id: z.int() }).meta({ id: "ChangedRole" });
