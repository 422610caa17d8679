import { beforeEach, expect, it } from "vitest";
import { createTestCustomer } from "../src/account/fixtures.ts";
import { createTestStaff, createTestStaffSession } from "../src/staff/fixtures.ts";
import { openAdminClient } from "./admin-client.ts";
import { openTestShop, type TestResponse } from "./harness.ts";

const shop = await openTestShop();
const admin = openAdminClient(shop.app);

const roles = ["owner", "manager", "packer", "catalog_editor", "support", "accountant"] as const;
const callers = ["guest", "customer", "password only", ...roles] as const;
type Caller = (typeof callers)[number];

const INTRODUCTION = `# Access to the admin API

Who may call which endpoint of \`/v1/admin\`: guests, customers, staff who have entered only their password, and the six
role templates. Each cell is the answer to a real request. **yes** means that the endpoint was reached; \`401\` and
\`403\` mean that the request was refused before anything was read. [Security](security.md#staff) explains the rules.

This file is generated. After a change of endpoints, permissions or roles:
\`npx vitest run api/test/admin-access.test.ts -u\`. Review the difference like code.
`;

type Operation = { method: string; path: string };
/** Codes that say that the caller may not use an endpoint. */
const refusalCodes = new Set(["unauthenticated", "second_factor_required", "forbidden"]);

let staffIds: Record<(typeof roles)[number], number>;
let customerToken: string;

beforeEach(async () => {
  const ids: [string, number][] = [];
  for (const role of roles) ids.push([role, (await createTestStaff(shop.app, { role })).id]);
  staffIds = Object.fromEntries(ids) as typeof staffIds;
  customerToken = (await createTestCustomer(shop.db)).token;
});

/** Returns the headers with which a caller sends a request: their own session, opened for it. */
async function createHeaders(caller: Caller): Promise<Record<string, string>> {
  if (caller === "guest") return {};
  if (caller === "customer") return { authorization: `Bearer ${customerToken}`, cookie: `session=${customerToken}` };
  const isPasswordOnly = caller === "password only";
  const level = isPasswordOnly ? "password" : "full";
  return { cookie: await createTestStaffSession(shop.app, staffIds[isPasswordOnly ? "owner" : caller], { level }) };
}

async function listOperations(): Promise<Operation[]> {
  const headers = await createHeaders("owner");
  const { body } = await admin.request("GET", "/openapi.json", { headers });
  const { paths } = body as unknown as { paths: Record<string, Record<string, unknown>> };
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({
        method: method.toUpperCase(),
        path: path.replace(/^\/v1\/admin/, ""),
      })),
    )
    .toSorted((one, other) => one.path.localeCompare(other.path) || one.method.localeCompare(other.method));
}

/** Calls an endpoint about records that do not exist, with an empty body. */
async function call({ method, path }: Operation, caller: Caller): Promise<TestResponse> {
  const url = path.replaceAll(/\{\w+\}/g, "999999999");
  const body = method === "GET" ? {} : { body: {} };
  return admin.request(method, url, { headers: await createHeaders(caller), ...body });
}

function describeAnswer({ status, body }: TestResponse): string {
  return refusalCodes.has(body?.code) ? String(status) : "yes";
}

/** Formats a table of Markdown whose columns are aligned. */
function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`);
  return lines.toSpliced(1, 0, `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`).join("\n");
}

it("answers every caller as docs/access.md says (vitest run api/test/admin-access.test.ts -u writes it)", async () => {
  const operations = await listOperations();
  expect(operations.length).toBeGreaterThan(40);
  const rows: string[][] = [["Endpoint", ...callers]];
  for (const operation of operations) {
    const answers: string[] = [];
    for (const caller of callers) {
      const response = await call(operation, caller);
      // A server error would prove nothing.
      expect([operation, caller, response.status < 500]).toEqual([operation, caller, true]);
      answers.push(describeAnswer(response));
    }
    rows.push([`\`${operation.method} ${operation.path}\``, ...answers]);
  }
  shop.errors.length = 0;
  await expect(`${INTRODUCTION}\n${formatTable(rows)}\n`).toMatchFileSnapshot("../../docs/access.md");
});

it("lets nobody but staff in, except to the sign-in", async () => {
  const open: string[] = [];
  for (const operation of await listOperations())
    for (const caller of ["guest", "customer"] as const)
      if (describeAnswer(await call(operation, caller)) === "yes") open.push(`${operation.method} ${operation.path}`);
  expect([...new Set(open)]).toEqual([
    "GET /invitations/{token}",
    "POST /invitations/{token}/accept",
    "POST /session",
    "POST /session/demo",
  ]);
});
