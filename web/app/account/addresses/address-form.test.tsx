// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { Country } from "@furoshiki/api/delivery";
import type { ComponentProps } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFailedResult, createFormAction, renderPage } from "../../../test/render-page.tsx";
import { stubFetch } from "../../../test/stub-fetch.ts";
import type { FormResult } from "../../forms/form-result.ts";
import { AddressForm } from "./address-form.tsx";

const russia: Country = {
  ...{ code: "RU", name: "Russia", phone_prefix: "+7", region_kind: "region", region_required: false },
  ...{ postcode_pattern: "[0-9]{6}", postcode_example: "101000", deliverable: true },
};
const states: Country = {
  ...{ code: "US", name: "United States", phone_prefix: "+1", region_kind: "state", region_required: true },
  ...{ postcode_pattern: "[0-9]{5}", postcode_example: "94105", deliverable: false },
};
const values = {
  ...{ first_name: "Anna", last_name: "Sokolova", phone_mobile: "+7 900 000-00-01", postcode: "101000" },
  ...{ city: "Moskva", address: "ul. Lesnaya 5", country: "RU" },
};

function renderForm(
  props: Partial<ComponentProps<typeof AddressForm>> = {},
  ...responses: Parameters<typeof createFormAction>
) {
  const { action, onSubmit } = createFormAction(...responses);
  const actions = { "/profile/addresses/:id": action };
  const page = renderPage(<AddressForm countries={[russia, states]} {...props} />, { actions });
  return { ...page, onSubmit };
}

const getField = (name: string) => screen.getByRole("textbox", { name });
const getCountry = () => screen.getByRole("combobox", { name: "Country" });
/** What the form says that it did. */
const getStatus = () =>
  screen
    .getAllByRole("status")
    .map((status) => status.textContent)
    .join("");
const getSubmit = () => screen.getByRole("button", { name: /^(Save the address|Next: delivery)$/ });

beforeEach(() => {
  // The store knows no place that could complete the city or the postcode.
  stubFetch(() => ({ data: { items: [] } }));
});

it("sends a new address", async () => {
  const { user, onSubmit } = renderForm();
  expect(screen.getAllByRole("textbox").filter((field) => field.closest("details:not([open])") === null)).toHaveLength(
    6,
  );
  await user.type(getField("Last name"), values.last_name);
  await user.type(getField("First name"), values.first_name);
  await user.type(getField("Phone"), values.phone_mobile);
  await user.type(getField("Postcode"), values.postcode);
  await user.type(getField("City"), values.city);
  await user.type(getField("Street, building, flat"), values.address);
  await user.click(getSubmit());
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ ...values, alias: "", middle_name: "", company: "" });
});

it("fills in a saved address", () => {
  renderForm({ id: 7, values: { ...values, company: "Leaf" } });
  expect(getField("City")).toHaveValue("Moskva");
  expect(getField("Company")).toBeVisible();
});

it("adapts the labels, hints and rules to the country", async () => {
  const { user } = renderForm();
  expect(getField("Postcode")).toHaveAttribute("placeholder", "101000");
  expect(getField("State or region")).not.toBeRequired();
  await user.selectOptions(getCountry(), "United States");
  expect(getField("Postcode")).toHaveAttribute("placeholder", "94105");
  expect(getField("State")).toBeRequired();
  expect(getField("Phone")).toHaveAttribute("placeholder", "+1");
  expect(screen.getByText(/We do not ship to this country yet/)).toBeVisible();
  await user.type(getField("Postcode"), "101000");
  await user.tab();
  expect(getField("Postcode")).toHaveAccessibleDescription("5 digits are needed");
});

it("writes Cyrillic letters in Latin ones when a field is left, and takes that back once", async () => {
  const { user } = renderForm();
  await user.type(getField("City"), "Казань");
  await user.tab();
  expect(getField("City")).toHaveValue("Kazan");
  expect(getField("City")).toBeValid();
  expect(getField("City")).not.toHaveAccessibleDescription();
  expect(getStatus()).toBe("Written as Kazan. Undo");
  await user.click(screen.getByRole("button", { name: /^Undo/ }));
  expect(getField("City")).toHaveValue("Казань");
  expect(getField("City")).toHaveFocus();
  await user.tab();
  expect(getField("City")).toHaveValue("Казань");
  expect(getField("City")).not.toHaveAccessibleDescription();
  await user.clear(getField("City"));
  await user.type(getField("City"), "Тверь");
  await user.tab();
  expect(getStatus()).toBe("Written as Tver. Undo");
});

it("says on one line that both names were written in Latin letters", async () => {
  const { user } = renderForm();
  await user.type(getField("First name"), "Анна");
  await user.type(getField("Last name"), "Соколова");
  await user.tab();
  expect(getStatus()).toBe("Written as Anna Sokolova. Undo");
  await user.click(screen.getByRole("button", { name: /^Undo/ }));
  expect(getField("First name")).toHaveValue("Анна");
  expect(getField("Last name")).toHaveValue("Соколова");
  expect(getField("First name")).toHaveFocus();
});

it("shows what is known in Latin letters from the start", () => {
  renderForm({ values: { first_name: "Анна", phone_mobile: "+7 900 000-00-01", country: "US" } });
  expect(getField("First name")).toHaveValue("Anna");
  expect(getStatus()).toBe("Written as Anna. Undo");
  expect(getField("Phone")).toHaveValue("+7 900 000-00-01");
  expect(getCountry()).toHaveValue("US");
});

it("moves nothing while a button is being pressed", async () => {
  const { user } = renderForm();
  await user.type(getField("Street, building, flat"), "Лесная 5");
  await user.pointer({ keys: "[MouseLeft>]", target: getSubmit() });
  expect(getField("Street, building, flat")).toHaveValue("Лесная 5");
  await user.pointer({ keys: "[/MouseLeft]", target: getSubmit() });
  await waitFor(() => expect(getField("Street, building, flat")).toHaveValue("Lesnaia 5"));
});

it("asks for other letters that it cannot transliterate", async () => {
  const { user } = renderForm();
  await user.type(getField("City"), "東京");
  await user.tab();
  expect(getField("City")).toHaveAccessibleDescription("Please use Latin letters");
});

describe("postcode and city", () => {
  const stubPlaces = (...items: Array<{ city: string; city_latin: string; postcode: string }>) => {
    const fetchPlaces = vi.fn<(url: string) => Promise<Response>>(() =>
      Promise.resolve(Response.json({ data: { items } })),
    );
    vi.stubGlobal("fetch", fetchPlaces);
    return fetchPlaces;
  };
  const kazan = { city: "Kazan", city_latin: "Kazan", postcode: "420015" };
  afterEach(() => vi.unstubAllGlobals());

  it("fills in the city of a postcode, and empties it again for good", async () => {
    const fetchPlaces = stubPlaces(kazan);
    const { user } = renderForm();
    await user.type(getField("Postcode"), "420015");
    await user.tab();
    await waitFor(() => expect(getField("City")).toHaveValue("Kazan"));
    expect(getStatus()).toBe("City from the postcode: Kazan. Undo");
    await user.click(screen.getByRole("button", { name: /^Undo/ }));
    expect(getField("City")).toHaveValue("");
    expect(getField("City")).toHaveFocus();
    await user.tab();
    expect(getStatus()).toBe("");
    expect(fetchPlaces.mock.calls.map(([url]) => url)).toEqual(["/v1/delivery/places?country=RU&postcode=420015"]);
  });

  it("never changes what was typed, and fills in nothing that it does not know for sure", async () => {
    const fetchPlaces = stubPlaces(kazan, { ...kazan, postcode: "420016" });
    const { user } = renderForm();
    await user.type(getField("City"), "Kazan");
    await user.tab();
    await waitFor(() => expect(fetchPlaces).toHaveBeenCalledOnce());
    expect(getField("Postcode")).toHaveValue("");
    await user.type(getField("Postcode"), "420099");
    await user.tab();
    expect(getField("City")).toHaveValue("Kazan");
    expect(fetchPlaces).toHaveBeenCalledOnce();
  });
});

it("keeps rare fields behind buttons and puts the focus into an added one", async () => {
  const { user } = renderForm();
  const details = screen.getByText("Company", { selector: "summary" }).closest("details");
  expect(details).not.toHaveAttribute("open");
  await user.click(screen.getByText("Company", { selector: "summary" }));
  fireEvent(details!, new Event("toggle"));
  expect(getField("Company")).toHaveFocus();
});

it("previews the parcel label on a page of its own", async () => {
  const { user } = renderForm({ isStandalone: true });
  await user.type(getField("First name"), "Anna");
  await user.type(getField("City"), "Moskva");
  for (const heading of screen.getAllByText("How it will look on the parcel")) {
    const label = within(heading.parentElement!);
    expect(label.getByText(/Anna/)).toBeInTheDocument();
    expect(label.getByText("Moskva")).toBeInTheDocument();
    expect(label.getByText("Russia")).toBeInTheDocument();
  }
  expect(screen.getByRole("link", { name: "Cancel" })).toHaveAttribute("href", "/en-US/profile/addresses");
});

it("lists the invalid fields with links to them and keeps what was entered", async () => {
  const errors = { last_name: ["required"], postcode: ["invalidPostcode"] };
  const { user } = renderForm({}, createFailedResult({ errors, values: { ...values, postcode: "1" } }));
  await user.type(getField("City"), "Moskva");
  await user.click(getSubmit());
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("The address is not saved yet. Check 2 fields:");
  expect(within(alert).getByRole("link", { name: "postcode" })).toHaveAttribute("href", "#address-postcode");
  await waitFor(() => expect(getField("Last name")).toHaveFocus());
  expect(getField("Postcode")).toHaveAccessibleDescription("6 digits are needed");
  expect(getField("City")).toHaveValue("Moskva");
});

it("returns to the cart after saving, if it was opened there", async () => {
  const { action, onSubmit } = createFormAction();
  const form = <AddressForm countries={[russia]} id={7} back="/cart" values={values} />;
  const urls: string[] = [];
  const saveAddress: typeof action = (args) => {
    urls.push(args.request.url);
    return action(args);
  };
  const { user } = renderPage(form, { actions: { "/profile/addresses/:id": saveAddress } });
  await user.click(getSubmit());
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  expect(urls[0]).toMatch(/\/profile\/addresses\/7\?back=%2Fcart$/);
});

it("can be sent again after the connection was lost, and only once at a time", async () => {
  const response = Promise.withResolvers<FormResult>();
  const { user, onSubmit } = renderForm({ values }, "connection lost", response.promise);
  await user.click(getSubmit());
  expect(await screen.findByRole("alert")).toHaveTextContent("Check your connection");
  await user.dblClick(getSubmit());
  expect(onSubmit).toHaveBeenCalledTimes(2);
  response.resolve(createFailedResult({ message: "Too many addresses" }));
  expect(await screen.findByText("Too many addresses")).toBeVisible();
});
