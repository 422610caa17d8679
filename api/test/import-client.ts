import { buildAdminApi } from "../src/admin-app.ts";
import type { ImportChangePage, ImportDetail, ImportRules } from "../src/imports/admin-schema.ts";
import type { ImportField } from "../src/imports/schema.ts";
import { runImport } from "../src/imports/jobs.ts";
import type { TextEncoding } from "../src/platform/data-files/schema.ts";
import { createTextEncoder } from "../src/platform/data-files/text-encoding.ts";
import { createTestStaff, createTestStaffSession } from "../src/staff/fixtures.ts";
import { openAdminClient } from "./admin-client.ts";
import type { TestShop } from "./harness.ts";

type Upload = {
  name?: string;
  encoding?: TextEncoding;
  columns?: (ImportField | null)[];
  rules?: Partial<ImportRules>;
};

/** Imports files in a test shop, as a manager whom `signIn` signs in. */
export function openImportClient({ app }: TestShop) {
  const admin = openAdminClient(app);
  const person = { cookie: "" };
  const get = async (id: number, query = "") =>
    (await admin.request<ImportDetail>("GET", `/imports/${id}${query}`, { cookie: person.cookie })).body.data;
  const upload = (content: string | Uint8Array, { name = "list.csv", encoding = "utf-8" }: Upload = {}) =>
    admin.request<{ id: number }>("POST", `/imports?name=${encodeURIComponent(name)}`, {
      cookie: person.cookie,
      content: typeof content === "string" ? createTextEncoder(encoding)(content) : content,
      headers: { "content-type": "application/octet-stream" },
    });
  /** Chooses columns, the suggested ones by default, and executes the check. */
  const check = async (id: number, { columns, rules = {}, ...rest }: Upload & Record<string, unknown> = {}) => {
    const detail = await get(id);
    const response = await admin.request("PUT", `/imports/${id}/mapping`, {
      cookie: person.cookie,
      body: {
        ...{ encoding: detail.encoding, delimiter: detail.delimiter, header_row: detail.header_row },
        ...{ header_rows: detail.header_rows, sheet: detail.sheet, supplier_id: detail.supplier_id },
        columns: columns ?? detail.columns.map(({ field }) => field),
        rules: { ...detail.rules, ...rules },
        ...rest,
      },
    });
    await runImport(app, id);
    return response;
  };
  const send = async (id: number, step: "apply" | "undo" | "cancel") => {
    const response = await admin.request("POST", `/imports/${id}/${step}`, { cookie: person.cookie, body: {} });
    await runImport(app, id);
    return response;
  };
  return {
    ...{ admin, person, get, upload, check, send },
    signIn: async (role = "manager") => {
      const { id } = await createTestStaff(app, { role, locale: "en-US" });
      person.cookie = await createTestStaffSession(app, id);
    },
    /** Uploads and checks a file. @returns its id */
    open: async (content: string | Uint8Array, options: Upload = {}) => {
      const { id } = (await upload(content, options)).body.data;
      const { columns, rules } = options;
      await check(id, { ...(columns ? { columns } : {}), ...(rules ? { rules } : {}) });
      return id;
    },
    list: async (id: number, query = "") =>
      (await admin.request<ImportChangePage>("GET", `/imports/${id}/preview${query}`, { cookie: person.cookie })).body
        .data,
    select: (id: number, body: object) =>
      admin.request("PUT", `/imports/${id}/selection`, { cookie: person.cookie, body }),
    /** Downloads the lines that cannot be read. */
    downloadErrors: async (id: number) => {
      const request = new Request(`http://shop.test/v1/admin/imports/${id}/errors`, {
        headers: { cookie: person.cookie },
      });
      return new Uint8Array(await (await buildAdminApi(app).fetch(request)).arrayBuffer());
    },
  };
}
