import type { Address, User } from "@furoshiki/api/account";
import type { Country } from "@furoshiki/api/delivery";
import { data, redirect } from "react-router";
import { visitOf, type Visit } from "../lib/api.ts";
import { orOffline, refused } from "../lib/form-answer.ts";
import { ownPath } from "../lib/own-path.ts";
import { formDataOf } from "../lib/request-body.ts";
import { describePage, knownTo } from "../lib/seo.ts";
import { useShop } from "../lib/shop.tsx";
import { textsOf } from "../lib/texts.ts";
import { AccountFrame } from "./account-frame.tsx";
import { addressFields, addressIn } from "./address-fields.ts";
import { AddressForm } from "./address-form.tsx";
import type { Route } from "./+types/address.page";

const LIST = "/profile/addresses";

/** A new address (`/new`), or one of the shopper's own to change. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const visit = visitOf({ context });
  const id = idOf(params.id);
  const [countries, address] = await Promise.all([
    visit.page<{ items: Country[] }>("/v1/countries"),
    id === null ? null : visit.page<Address>(`/v1/user/addresses/${id}`),
    // A guest is asked to sign in before he writes anything.
    visit.page<User>("/v1/user"),
  ]);
  const values: Record<string, string> = address
    ? Object.fromEntries(addressFields.map((field) => [field, address[field]]))
    : {};
  return { countries: countries.items, id, values, back: backOf(request) };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const visit = visitOf({ context });
  const id = idOf(params.id);
  const form = await formDataOf(request);
  const back = backOf(request);
  if (form.get("intent") === "remove") return removeAddress(visit, id);
  const values = addressIn(form);
  try {
    const { id: saved } = await visit.call<Address>(id === null ? "/v1/user/addresses" : `/v1/user/addresses/${id}`, {
      method: id === null ? "POST" : "PUT",
      body: values,
    });
    // Written for the order that is being made: it goes there.
    if (back === "/cart") await visit.call(`/v1/user/cart/address/${saved}`, { method: "POST" });
  } catch (error) {
    return refused(error, values);
  }
  return redirect(visit.to(back ?? LIST) + (back === "/cart" ? "#address" : ""));
}

async function removeAddress(visit: Visit, id: number | null) {
  try {
    if (id !== null) await visit.call(`/v1/user/addresses/${id}`, { method: "DELETE" });
  } catch (error) {
    return refused(error);
  }
  return redirect(visit.to(LIST));
}

/** Null for a new one. */
function idOf(param: string): number | null {
  if (param === "new") return null;
  if (!/^[1-9]\d{0,9}$/.test(param)) throw data(null, 404);
  return Number(param);
}

function backOf(request: Request): string | null {
  return ownPath(new URL(request.url).searchParams.get("back"));
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orOffline(serverAction);
}

export const meta: Route.MetaFunction = ({ matches, location, loaderData }) => {
  const known = knownTo(matches);
  if (!known) return [];
  const title = textsOf(known.locale)(loaderData?.id ? "address.change_title" : "checkout.new_address");
  return describePage(known, location, { title, noindex: true });
};

export default function AddressPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useShop();
  const { id, countries, values, back } = loaderData;
  return (
    <AccountFrame
      current="/profile/addresses"
      title={t(id === null ? "checkout.new_address" : "address.change_title")}
      back={
        back === "/cart" ? { to: back, text: t("address.back_to_cart") } : { to: LIST, text: t("address.back_to_list") }
      }
    >
      <AddressForm
        page
        countries={countries}
        back={back}
        {...(id === null ? {} : { id })}
        values={values}
        answer={actionData}
      />
    </AccountFrame>
  );
}
