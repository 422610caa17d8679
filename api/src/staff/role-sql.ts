import type { Db } from "../platform/db/database.ts";

/** Returns every role with the number of people who have it. */
export async function listRoleRows(db: Db) {
  return db
    .selectFrom("roles")
    .select(["id", "key", "name_ru", "name_en", "permissions", "version"])
    .select((eb) =>
      eb
        .selectFrom("staff")
        .select((person) => person.cast<number>(person.fn.countAll(), "integer").as("count"))
        .whereRef("staff.role_id", "=", "roles.id")
        .where("staff.status", "<>", "disabled")
        .$asScalar()
        .$notNull()
        .as("staff_count"),
    )
    .orderBy("id")
    .execute();
}
