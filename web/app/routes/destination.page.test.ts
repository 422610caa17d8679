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

const getCookie = async (form: Record<string, string>) => {
  const destination = { country: "RU", city: "Казань" };
  const { result } = await callRoute(action, { form, destination });
  const header = (result as { init: { headers: Record<string, string> } }).init.headers["set-cookie"] ?? "";
  return decodeURIComponent(header.split(";")[0] ?? "");
};

it("keeps the city with its country, and forgets it with another one", async () => {
  expect(await getCookie({ country: "RU" })).toBe("destination=RU:Казань");
  expect(await getCookie({ country: "KZ" })).toBe("destination=KZ");
});

it("stores another city, and forgets one that is empty or no name", async () => {
  expect(await getCookie({ country: "RU", city: "  Нижний   Новгород " })).toBe("destination=RU:Нижний Новгород");
  expect(await getCookie({ country: "RU", city: "" })).toBe("destination=RU");
  expect(await getCookie({ country: "RU", city: "<b>Казань" })).toBe("destination=RU");
});
