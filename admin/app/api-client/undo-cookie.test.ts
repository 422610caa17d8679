import { expect, it } from "vitest";
import { offerUndo, readUndo, storeUndo } from "./undo-cookie.ts";
import type { RequestContext } from "./request-context.ts";

const createContext = () => {
  const responseCookies: string[] = [];
  return { responseCookies, server: { secureCookies: true } } as unknown as RequestContext;
};
/** Returns what the page after the response offers to undo. */
const readNext = ({ responseCookies }: RequestContext) =>
  readUndo(new Request("http://localhost/", { headers: { cookie: responseCookies.at(-1)?.split(";")[0] ?? "" } }));
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

it("offers an action until its email is sent", async () => {
  const context = createContext();
  const emailAt = inSeconds(25);
  const executed = { audit_entry_id: 7, undo_until: inSeconds(600) };
  await offerUndo(context, executed, { action: "review.published", path: "/reviews?item=3", emailAt });
  expect(context.responseCookies[0]).toMatch(/Max-Age=2[45]; Path=\/admin; HttpOnly; Secure; SameSite=Strict$/);
  expect(await readNext(context)).toEqual({
    ...{ entry: 7, action: "review.published", path: "/reviews?item=3", until: emailAt, hasEmail: true, refusal: null },
  });
});

it("offers an action without an email for thirty seconds", async () => {
  const context = createContext();
  const executed = { audit_entry_id: 7, undo_until: inSeconds(600) };
  await offerUndo(context, executed, { action: "order.assigned", path: "/orders/1" });
  const undo = await readNext(context);
  expect(undo?.hasEmail).toBe(false);
  expect(Date.parse(undo?.until ?? "")).toBeLessThanOrEqual(Date.now() + 30_000);
});

it.each([
  { audit_entry_id: null, undo_until: null },
  { audit_entry_id: 8, undo_until: null },
])("withdraws the offer after an action without undo: %o", async (executed) => {
  const context = createContext();
  await offerUndo(context, executed, { action: "order.canceled", path: "/orders/1" });
  expect(context.responseCookies[0]).toContain("Max-Age=0");
  expect(await readNext(context)).toBeNull();
});

it("offers nothing when the time is over or the cookie was changed", async () => {
  const context = createContext();
  const undo = { entry: 1, action: "order.assigned", path: "/orders/1", hasEmail: false, refusal: null };
  await storeUndo(context, { ...undo, until: inSeconds(-1) });
  expect(await readNext(context)).toBeNull();
  const { headers } = new Request("http://localhost/", { headers: { cookie: "admin_undo=%22x%22" } });
  expect(await readUndo({ headers } as Request)).toBeNull();
});
