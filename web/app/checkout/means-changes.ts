import type { Cart } from "@furoshiki/api/cart";
import { presentsIn } from "../cart/presents.tsx";
import type { Visit } from "../lib/api.ts";
import { textOf } from "../lib/form-answer.ts";

/** What a form of the cart page asks for about code, certificate, bonuses and presents. */
export const meansIntents = ["code", "drop_code", "bonus", "presents"] as const;
type MeansIntent = (typeof meansIntents)[number];

/** @returns what the shop says to it. @throws ApiError */
export async function changeMeans(visit: Visit, intent: MeansIntent, form: FormData): Promise<string | undefined> {
  const ask = async (method: "POST" | "DELETE", path: string, body?: object) =>
    (await visit.callWithMessage<Cart>(`/v1/user/cart/${path}`, { method, ...(body ? { body } : {}) })).message;
  switch (intent) {
    case "code": {
      const code = textOf(form, "code").trim();
      return code === "" ? undefined : ask("POST", `promo/${encodeURIComponent(code)}`);
    }
    case "drop_code": {
      const only = textOf(form, "only");
      return ask("DELETE", only === "" ? "promo" : `promo?only=${encodeURIComponent(only)}`);
    }
    case "bonus":
      return ask(textOf(form, "on") === "1" ? "POST" : "DELETE", "bonus");
    case "presents":
      return ask("POST", "presents", { product_ids: presentsIn(form) });
  }
}
