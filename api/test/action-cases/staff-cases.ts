import { createProduct } from "../../src/catalog/fixtures.ts";
import { createTestStaff, createTestStaffSession } from "../../src/staff/fixtures.ts";
import { type ActionCase, executeCase } from "./action-case.ts";

let serial = 0;

/** Creates a person with a role and, if `flag`, an open session. */
const createMember =
  (createInput: (values: { flag: boolean }) => object): ActionCase =>
  async ({ shop: { app } }, { flag }) => {
    const { id } = await createTestStaff(app, { role: "packer" });
    if (flag) await createTestStaffSession(app, id);
    return { params: { id: String(id) }, input: createInput({ flag }) };
  };

const createRole: ActionCase = async (_context, values) => {
  const number = ++serial;
  const names = { name_ru: `${values.text.slice(0, 40)} ${number}`, name_en: `${values.text.slice(0, 40)} ${number}` };
  return { params: {}, input: { ...names, permissions: values.flag ? ["orders:read", "audit:read"] : [] } };
};

const createStoredRole = async (...[context, values]: Parameters<ActionCase>) => {
  const call = await createRole(context, values);
  const { result } = await executeCase(context, "role.created", call);
  const { id } = result as { id: number };
  return { params: { id: String(id) }, role: call.input as { name_en: string; permissions: string[] } };
};

let viewSerial = 0;

const createView: ActionCase = async () => ({
  params: {},
  input: { resource: "orders", name: `View ${++viewSerial}`, query: "view=all" },
});

export const staffCases: Record<string, ActionCase> = {
  "saved_view.created": createView,
  "shared_view.created": createView,
  "staff.invited": async (_context, { flag }) => ({
    params: {},
    input: { email: `person-${++serial}@example.test`, role_key: flag ? "packer" : "owner" },
  }),
  "staff.invitation_withdrawn": async (context) => {
    const email = `person-${++serial}@example.test`;
    await executeCase(context, "staff.invited", { params: {}, input: { email, role_key: "packer" } });
    return { params: { email }, input: {} };
  },
  "staff.role_changed": createMember(({ flag }) => ({ from: "packer", to: flag ? "owner" : "support" })),
  "staff.disabled": createMember(() => ({})),
  "staff.second_factor_reset": createMember(() => ({})),
  "role.created": createRole,
  "role.updated": async (context, values) => {
    const { params, role } = await createStoredRole(context, values);
    const changes = {
      name_en: { from: role.name_en, to: `Renamed ${++serial}` },
      permissions: { from: role.permissions, to: ["products:read", "prices:write"].slice(0, values.count) },
    };
    return { params, input: { changes } };
  },
  "role.deleted": async (context, values) => ({
    params: (await createStoredRole(context, values)).params,
    input: { version: 1 },
  }),
  "setting.updated": async ({ shop: { db } }, { count }) => {
    const key = "reviews.rate_limit";
    const setting = await db.selectFrom("settings").select("value").where("key", "=", key).executeTakeFirst();
    const from = setting?.value ?? null;
    return {
      params: { key },
      input: { changes: { value: { from, to: { max: 10 * ++serial + count, windowSeconds: 60 } } } },
    };
  },
  "product.customs_data_saved": async ({ shop: { db } }, { text }) => {
    const { id } = await createProduct(db);
    await db.updateTable("products").set({ hs_code: "", customs_name_en: "" }).where("id", "=", id).execute();
    const name = `face lotion ${text.replaceAll(/[^a-z]/g, "")}`.trim();
    const changes = { hs_code: { from: "", to: "3304.99" }, customs_name_en: { from: "", to: name } };
    return { params: { id: String(id) }, input: { changes } };
  },
};
