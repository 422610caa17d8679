import { expect, it } from "vitest";
import { callRoute, getRedirect } from "../../test/route-requests.ts";
import { action } from "./destination.page.tsx";

const choose = async (form: Record<string, string>) => (await callRoute(action, { form })).result;

it("stores the country for a year", async () => {
  const result = (await choose({ country: "KZ" })) as { data: unknown; init: { headers: Record<string, string> } };
  expect(result.data).toEqual({ ok: true });
  expect(result.init.headers["set-cookie"]).toBe("destination=KZ; Path=/; SameSite=Lax; Max-Age=31536000");
});

it("leads a form without scripts back to its page, and nowhere else", async () => {
  const response = (await choose({ country: "KZ", from: "/brands?x=1" })) as Response;
  expect(getRedirect(response)).toMatchObject({ location: "/en-US/brands?x=1" });
  expect(response.headers.get("set-cookie")).toContain("destination=KZ");
  expect(await choose({ country: "KZ", from: "//evil.example" })).toMatchObject({ data: { ok: true } });
});

it.each(["", "kz", "KAZ", "K;", "<script>"])("stores no country %j", async (country) => {
  expect(await choose({ country })).toMatchObject({ data: { ok: false }, init: { status: 422 } });
});
