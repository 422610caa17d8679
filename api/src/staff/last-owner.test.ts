import { expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { withTransaction } from "../platform/db/database.ts";
import { createTestStaff } from "./fixtures.ts";
import { findRoleId } from "./sql.ts";

const { db, app } = await openTestShop();
const disabled = { status: "disabled", disabled_at: new Date() };

it("keeps the last active owner in the database", async () => {
  const owner = await createTestStaff(app);
  const packer = await createTestStaff(app, { role: "packer" });
  const roleId = await findRoleId(db, "packer");
  const ofOwner = () => db.updateTable("staff").where("id", "=", owner.id);
  await expect(ofOwner().set(disabled).execute()).rejects.toThrow("last active owner");
  await expect(
    ofOwner()
      .set({ role_id: roleId ?? 0 })
      .execute(),
  ).rejects.toThrow("last active owner");
  await expect(db.deleteFrom("staff").where("id", "=", owner.id).execute()).rejects.toThrow("last active owner");
  await db.updateTable("staff").set(disabled).where("id", "=", packer.id).execute();
});

it("keeps one of two owners who are disabled at the same time", async () => {
  const owners = [await createTestStaff(app), await createTestStaff(app)];
  const outcomes = await Promise.allSettled(
    owners.map(({ id }) =>
      withTransaction(db, (tx) => tx.updateTable("staff").set(disabled).where("id", "=", id).execute()),
    ),
  );
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});
