import type { AnyAdminAction } from "./staff/admin-action.ts";

/** The actions of every module, which undo finds by their names. */
export const adminActions: readonly AnyAdminAction[] = [];
