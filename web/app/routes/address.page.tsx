import type { Address } from "@furoshiki/api/account/addresses";
import type { User } from "@furoshiki/api/account";
import type { Country } from "@furoshiki/api/delivery";
import { data, redirect } from "react-router";
import { getRequestContext, type RequestContext } from "../api-client/request-context.ts";
import { catchConnectionError, createErrorResult } from "../forms/form-result.ts";
import { parseLocalPath } from "../navigation/local-path.ts";
import { parseFormData } from "../forms/request-body.ts";
import { buildPageMeta, findRootData } from "../seo/page-meta.ts";
import { useAccountI18n, getAccountTranslator } from "../i18n/account-i18n.ts";
import { AccountLayout } from "../account/account-layout.tsx";
import {
  addressFields,
  getAddressValues,
  getKnownAddressValues,
  transliterateAddress,
} from "../account/addresses/address-fields.ts";
import { AddressForm } from "../account/addresses/address-form.tsx";
import type { Route } from "./+types/address.page";

const ADDRESS_LIST_PATH = "/profile/addresses";

/** Loads the form for a new address (`/new`) or for one of the customer's own addresses. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const requestContext = getRequestContext({ context });
  const id = parseAddressId(params.id);
  const [countries, address, user] = await Promise.all([
    requestContext.load<{ items: Country[] }>("/v1/countries"),
    id === null ? null : requestContext.load<Address>(`/v1/user/addresses/${id}`),
    // Guests are redirected to sign in before they fill in the form.
    requestContext.load<User>("/v1/user"),
  ]);
  const values: Record<string, string> = address
    ? Object.fromEntries(addressFields.map((field) => [field, address[field]]))
    : getKnownAddressValues(user, requestContext.deliveryCountry, requestContext.deliveryCity);
  return { countries: countries.items, id, values, back: getReturnPath(request) };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const id = parseAddressId(params.id);
  const form = await parseFormData(request);
  const back = getReturnPath(request);
  if (form.get("intent") === "remove") return removeAddress(requestContext, id);
  const values = getAddressValues(form);
  try {
    const { id: addressId } = await requestContext.call<Address>(
      id === null ? "/v1/user/addresses" : `/v1/user/addresses/${id}`,
      {
        method: id === null ? "POST" : "PUT",
        body: transliterateAddress(values),
      },
    );
    // Opened from checkout: use the saved address for the cart.
    if (back === "/cart") await requestContext.call(`/v1/user/cart/address/${addressId}`, { method: "POST" });
  } catch (error) {
    return createErrorResult(error, values);
  }
  return redirect(requestContext.to(back ?? ADDRESS_LIST_PATH) + (back === "/cart" ? "#shipping" : ""));
}

async function removeAddress(requestContext: RequestContext, id: number | null) {
  try {
    if (id !== null) await requestContext.call(`/v1/user/addresses/${id}`, { method: "DELETE" });
  } catch (error) {
    return createErrorResult(error);
  }
  return redirect(requestContext.to(ADDRESS_LIST_PATH));
}

/** Returns null for a new address. @throws a 404 response if the parameter is not an id */
function parseAddressId(param: string): number | null {
  if (param === "new") return null;
  if (!/^[1-9]\d{0,9}$/.test(param)) throw data(null, 404);
  return Number(param);
}

function getReturnPath(request: Request): string | null {
  return parseLocalPath(new URL(request.url).searchParams.get("back"));
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return catchConnectionError(serverAction);
}

export const meta: Route.MetaFunction = ({ matches, location, loaderData }) => {
  const rootData = findRootData(matches);
  if (!rootData) return [];
  const title = getAccountTranslator(rootData.locale)(loaderData?.id ? "address.change_title" : "checkout.new_address");
  return buildPageMeta(rootData, location, { title, noindex: true });
};

export default function AddressPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useAccountI18n();
  const { id, countries, values, back } = loaderData;
  return (
    <AccountLayout
      current="/profile/addresses"
      title={t(id === null ? "checkout.new_address" : "address.change_title")}
      back={
        back === "/cart"
          ? { to: back, text: t("address.back_to_cart") }
          : { to: ADDRESS_LIST_PATH, text: t("address.back_to_list") }
      }
    >
      <AddressForm
        isStandalone
        countries={countries}
        back={back}
        {...(id === null ? {} : { id })}
        values={values}
        result={actionData}
      />
    </AccountLayout>
  );
}
