import { createContext, use } from "react";
import type { Me } from "@furoshiki/api/admin/staff";

/** The signed-in person. */
export const MeContext = createContext<Me | null>(null);

export type Permission = Me["permissions"][number];

/** Returns the signed-in person; below the shell only. */
export function useMe(): Me {
  const me = use(MeContext);
  if (!me) throw new Error("useMe outside of the shell");
  return me;
}
