// @vitest-environment jsdom
import type { Cart } from "@furoshiki/api/cart";
import type { PickupPoint } from "@furoshiki/api/delivery";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createTestCart, createTestLine } from "../../test/cart-fixtures.ts";
import { renderCartPage } from "../../test/render-cart-page.tsx";

type Api = NonNullable<Parameters<typeof renderCartPage>[0]["api"]>;

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const cart = createTestCart();
const getSection = (name: string) => within(screen.getByRole("region", { name }));
const getRadio = (section: string, name: RegExp) => getSection(section).getByRole("radio", { name });
/** Refuses one call with a message. */
const refuse =
  (refusedCall: string, message: string): Api =>
  (call) =>
    call === refusedCall ? { status: 422, message } : undefined;

/** Accepts one call, which changes the total of the cart to 1,900 rubles. */
const accept =
  (acceptedCall: string, acceptedCart: Cart): Api =>
  (call) =>
    call === acceptedCall
      ? { data: { ...acceptedCart, price_v2: { ...acceptedCart.price_v2, total_price: 1900 } } }
      : undefined;
const findNewTotal = () => within(screen.getByRole("complementary")).findByText("₽1,900");

describe("the choice of an address", () => {
  const [home] = cart.address.availiable_address.items;
  const office = { ...home!, id: 6, alias: "Office" };
  const withOffice = { ...cart, address: { availiable_address: { items: [home!, office] }, selected: 5 } };

  it("saves another one with one API call", async () => {
    const api = accept("POST /v1/user/cart/address/6", withOffice);
    const { user, calls } = await renderCartPage({ cart: withOffice, api });
    expect(getRadio("Address", /^Home/)).toBeChecked();
    await user.click(getRadio("Address", /^Office/));
    expect(await findNewTotal()).toBeVisible();
    expect(calls).toEqual(["POST /v1/user/cart/address/6"]);
  });

  it("says why another one was refused", async () => {
    const api = refuse("POST /v1/user/cart/address/6", "This address was deleted");
    const { user } = await renderCartPage({ cart: withOffice, api });
    await user.click(getRadio("Address", /^Office/));
    expect(await getSection("Address").findByRole("alert")).toHaveTextContent("This address was deleted");
  });

  it("leads to the form of each address and back to the cart", async () => {
    await renderCartPage({ cart: withOffice });
    const getHref = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
    expect(getHref("Change the address: Office")).toBe("/en-US/profile/addresses/6?back=/cart");
    expect(getHref("New address")).toBe("/en-US/profile/addresses/new?back=/cart");
  });

  it("asks for a first address on the page itself", async () => {
    const address = { availiable_address: { items: [] }, selected: null };
    await renderCartPage({ cart: { ...cart, address } });
    expect(getSection("Where should we deliver?").getByRole("combobox", { name: /^Country/ })).toBeVisible();
    expect(getSection("Delivery").queryByRole("radio")).not.toBeInTheDocument();
    expect(getSection("Delivery").getByText(/Enter an address to see delivery options/)).toBeVisible();
  });
});

describe("the choice of delivery and payment", () => {
  it("shows price and dates of each method, and why others are missing", async () => {
    const { items } = cart.shipping.availiable_shipping;
    const shipping = {
      ...cart.shipping,
      availiable_shipping: { items: [{ ...items[0]!, price: 0 }, items[1]!] },
      not_offered: [{ id: 3, code: "cdek", name: "CDEK", reason: "no_points" as const, text: "No points near you" }],
    };
    const api = accept("POST /v1/user/cart/shipping/2", cart);
    const { user, calls } = await renderCartPage({ cart: { ...cart, shipping }, api });
    expect(getRadio("Delivery", /^Post\s?free\s?4–12\s?December/)).toBeChecked();
    expect(getSection("Delivery").getByRole("listitem")).toHaveTextContent("CDEK. No points near you");
    await user.click(getRadio("Delivery", /^Courier\s?₽900\s?1–6\s?December\s?fastest/));
    expect(await findNewTotal()).toBeVisible();
    expect(calls).toEqual(["POST /v1/user/cart/shipping/2"]);
  });

  it.each([
    ["parcel_over_limits", "The parcel is too large or heavy"],
    ["country_not_served", "We cannot ship this order to your country"],
  ] as const)("says that nothing delivers: %s", async (code, text) => {
    const shipping = { ...cart.shipping, availiable_shipping: { items: [] }, selected: null };
    await renderCartPage({ cart: { ...cart, shipping, problems: [{ code, cart_ids: [] }] } });
    expect(getSection("Delivery").getByRole("alert")).toHaveTextContent(text);
  });

  it("saves another way to pay", async () => {
    const items = [...cart.payment.availiable_payments.items, { id: 2, code: "sbp", name: "SBP", note: "By phone" }];
    const payment = { ...cart.payment, availiable_payments: { items } };
    const api = accept("POST /v1/user/cart/payment/2", cart);
    const { user, calls } = await renderCartPage({ cart: { ...cart, payment }, api });
    await user.click(getRadio("Payment", /^SBP/));
    expect(await findNewTotal()).toBeVisible();
    expect(calls).toEqual(["POST /v1/user/cart/payment/2"]);
  });
});

describe("the choice of a pickup point", () => {
  const createPoint = (code: string, address: string, overrides: Partial<PickupPoint> = {}): PickupPoint => ({
    ...{ code, type: "PVZ", name: `Point ${code}`, city: "Kazan", address, work_time: "9 to 21" },
    ...{ location: { lat: 0, lon: 0 }, refusal: null },
    ...overrides,
  });
  const points = [
    createPoint("KZN1", "ul. Baumana 44"),
    createPoint("KZN2", "ul. Lenina 9", { type: "POSTAMAT", location: { lat: 0.01, lon: 0 } }),
    createPoint("KZN3", "ul. Mira 1", { refusal: "Takes up to 1 kg" }),
  ];
  const noPoint = { type: "", name: "", code: "", city: "", address: "" };

  /** A cart that is delivered to a pickup point; `code` is empty if none is selected. */
  function createPointCart(code = "", options = points): Cart {
    const [method] = cart.shipping.availiable_shipping.items;
    const cdek = { ...method!, id: 6, name: "CDEK", needs_point: true, options };
    const { type = "", name = "", city = "", address = "" } = options.find((point) => point.code === code) ?? {};
    const selected = code === "" ? noPoint : { type, name, code, city, address };
    return {
      ...cart,
      shipping: {
        ...{ availiable_shipping: { items: [cdek] }, not_offered: [], selected: 6 },
        selected_shipping_param: selected,
      },
    };
  }
  const listPoints = () =>
    within(screen.getByRole("group", { name: "Choose a pick-up point" }))
      .getAllByRole("radio")
      .map((radio) => radio.getAttribute("value"));
  const getSearch = () => screen.getByRole("searchbox", { name: "City, street or pick-up point number" });

  it("saves the point, and shows it instead of the list", async () => {
    const api: Api = (call) =>
      call === "GET /v1/user/cart" && isSaved ? { data: createPointCart("KZN1") } : undefined;
    let isSaved = false;
    const { user, calls } = await renderCartPage({ cart: createPointCart(), api });
    isSaved = true;
    await user.click(screen.getByRole("radio", { name: /Baumana/ }));
    const button = await screen.findByRole("button", { name: "Another point" });
    expect(button).toHaveFocus();
    expect(button.parentElement).toHaveTextContent(/^Kazan, ul\. Baumana 44\s?Point KZN1\. 9 to 21/);
    expect(calls).toEqual(["POST /v1/user/cart/cdek/address", "GET /v1/user/cart"]);
  });

  it("selects the point whose pin is pressed", async () => {
    const { user, calls } = await renderCartPage({ cart: createPointCart() });
    await user.click(screen.getByTitle("ul. Lenina 9"));
    await waitFor(() => expect(calls).toContain("POST /v1/user/cart/cdek/address"));
  });

  it("sorts the points by distance when the shopper shares where they are", async () => {
    const coords = { latitude: 0.012, longitude: 0 };
    const getCurrentPosition = (onSuccess: PositionCallback) => onSuccess({ coords } as GeolocationPosition);
    vi.stubGlobal("navigator", Object.assign(navigator, { geolocation: { getCurrentPosition } }));
    const { user } = await renderCartPage({ cart: createPointCart() });
    await user.click(screen.getByRole("button", { name: "Near me" }));
    expect(listPoints()).toEqual(["KZN2", "KZN1", "KZN3"]);
    expect(screen.getByText("220 m")).toBeVisible();
  });

  it("keeps the order of the points when the location is refused, and says so", async () => {
    const getCurrentPosition = (_: PositionCallback, onError: PositionErrorCallback) =>
      onError({ code: 1 } as GeolocationPositionError);
    vi.stubGlobal("navigator", Object.assign(navigator, { geolocation: { getCurrentPosition } }));
    const { user } = await renderCartPage({ cart: createPointCart() });
    await user.click(screen.getByRole("button", { name: "Near me" }));
    expect(screen.getByText(/We could not find out where you are/)).toBeVisible();
    expect(listPoints()).toEqual(["KZN1", "KZN2", "KZN3"]);
  });

  it("offers the courier apart from the points, and shows the address of the recipient", async () => {
    const courier = createPoint("KZN-DOOR", "to the recipient’s address", {
      ...{ type: "COURIER", name: "Courier to your door", work_time: "10 to 21" },
    });
    const options = [courier, ...points];
    const api: Api = (call) =>
      call === "GET /v1/user/cart" && isSaved ? { data: createPointCart("KZN-DOOR", options) } : undefined;
    let isSaved = false;
    const { user } = await renderCartPage({ cart: createPointCart("", options), api });
    expect(screen.getByText("3 points found")).toBeVisible();
    isSaved = true;
    await user.click(screen.getByRole("radio", { name: /^Courier to your door\s?Kazan, ul\. Pushkina 1\. 10 to 21$/ }));
    const button = await screen.findByRole("button", { name: "Choose a pick-up point" });
    expect(button.parentElement).toHaveTextContent(/^Kazan, ul\. Pushkina 1\s?Courier to your door\. 10 to 21/);
  });

  it("says what a point is, and disables those that do not take the parcel", async () => {
    await renderCartPage({ cart: createPointCart() });
    expect(screen.getByRole("radio", { name: /Parcel locker\. Point KZN2/ })).toBeEnabled();
    expect(screen.getByRole("radio", { name: /Mira 1.*Takes up to 1 kg$/ })).toBeDisabled();
  });

  it("shows the list again for another point, and says why that one was refused", async () => {
    const api = refuse("POST /v1/user/cart/cdek/address", "This point has closed");
    const { user } = await renderCartPage({ cart: createPointCart("KZN1"), api });
    await user.click(screen.getByRole("button", { name: "Another point" }));
    expect(getSearch()).toHaveFocus();
    await user.click(screen.getByRole("radio", { name: /Lenina/ }));
    expect(await screen.findByText("This point has closed")).toBeVisible();
    expect(listPoints()).toEqual(["KZN1", "KZN2", "KZN3"]);
  });

  it("finds a nearby point by one letter without a request", async () => {
    const { user, calls } = await renderCartPage({ cart: createPointCart() });
    expect(screen.getByText("3 points found")).toBeVisible();
    await user.type(getSearch(), "9");
    expect(listPoints()).toEqual(["KZN2"]);
    expect(screen.getByText("1 point found")).toHaveAttribute("role", "status");
    expect(calls).toEqual([]);
  });

  it("searches the whole country once the typing pauses, for this parcel", async () => {
    const api: Api = (call) =>
      call.startsWith("GET /v1/cdek/points") ? { data: { items: [createPoint("MSK1", "ul. Arbat 1")] } } : undefined;
    const { calls } = await renderCartPage({ cart: { ...createPointCart(), box_mm: [300, 200, 100] }, api });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    for (const value of ["ar", "arb", "arbat"]) {
      fireEvent.change(getSearch(), { target: { value } });
      act(() => void vi.advanceTimersByTime(200));
    }
    expect(screen.getByText("Looking for points…")).toBeVisible();
    act(() => void vi.advanceTimersByTime(50));
    vi.useRealTimers();
    expect(await screen.findByRole("radio", { name: /Arbat/ })).toBeVisible();
    expect(calls).toEqual(["GET /v1/cdek/points?q=arbat&country=RU&weight_g=420&box_mm=300x200x100"]);
  });

  it("searches the nearby points if the search fails", async () => {
    const api: Api = (call) => (call.startsWith("GET /v1/cdek/points") ? { status: 503 } : undefined);
    await renderCartPage({ cart: createPointCart(), api });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    fireEvent.change(getSearch(), { target: { value: "lenina" } });
    act(() => void vi.advanceTimersByTime(250));
    vi.useRealTimers();
    expect(await screen.findByText("1 point found")).toBeVisible();
    expect(listPoints()).toEqual(["KZN2"]);
  });
});

describe("paying with points", () => {
  const bonus = { balance: 350, offer: 300, offer_price: 300, used: 0, on: false };

  it("is switched on and off", async () => {
    const api: Api = (call) => {
      if (call === "POST /v1/user/cart/bonus") return { data: { ...cart, bonus: { ...bonus, used: 300, on: true } } };
      return call === "DELETE /v1/user/cart/bonus" ? { data: { ...cart, bonus } } : undefined;
    };
    const { user, calls } = await renderCartPage({ cart: { ...cart, bonus }, api });
    expect(screen.getByText("Pay up to ₽300 with it")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Use" }));
    const keepButton = await screen.findByRole("button", { name: "Keep them" });
    await waitFor(() => expect(keepButton).toBeEnabled());
    await user.click(keepButton);
    await waitFor(() => expect(screen.getByRole("button", { name: "Use" })).toBeEnabled());
    expect(calls).toEqual(["POST /v1/user/cart/bonus", "DELETE /v1/user/cart/bonus"]);
  });

  it("is not offered if none can be used", async () => {
    await renderCartPage({ cart: { ...cart, bonus: { ...bonus, offer: 0, offer_price: 0 } } });
    expect(screen.queryByRole("button", { name: "Use" })).not.toBeInTheDocument();
  });

  it("says why it was refused", async () => {
    const api = refuse("POST /v1/user/cart/bonus", "You have no bonuses");
    const { user } = await renderCartPage({ cart: { ...cart, bonus }, api });
    await user.click(screen.getByRole("button", { name: "Use" }));
    expect(await screen.findByText("You have no bonuses")).toHaveAttribute("role", "alert");
    expect(screen.getByText("Pay up to ₽300 with it")).toBeVisible();
  });
});

describe("the order", () => {
  const getButton = () => within(screen.getByRole("complementary")).getByRole("button", { name: "Place order" });
  const getAgree = () => screen.getByRole("checkbox", { name: /processing of my personal data/ });
  const getOffer = () => screen.getByRole("checkbox", { name: /accept the public offer/ });
  const placed = "POST /v1/user/orders";

  it("names the next step, and what is missing only after an attempt", async () => {
    const address = { availiable_address: { items: [] }, selected: null };
    const problems = (["no_address", "no_shipping"] as const).map((code) => ({ code, cart_ids: [] }));
    const { user, calls } = await renderCartPage({ cart: { ...cart, address, problems } });
    expect(screen.getByRole("link", { name: "Enter the address" })).toHaveAttribute("href", "#address");
    expect(getButton()).not.toHaveAccessibleDescription();
    expect(screen.queryByRole("link", { name: "Choose a delivery option" })).not.toBeInTheDocument();
    await user.click(getButton());
    expect(screen.getByRole("heading", { name: "Where should we deliver?" })).toHaveFocus();
    expect(getButton()).toHaveAccessibleDescription(/^Enter a delivery address Choose a delivery option Agree/);
    expect(screen.getByRole("link", { name: "Choose a delivery option" })).toHaveAttribute("href", "#shipping");
    expect(screen.getByRole("link", { name: "See what is missing (4)" })).toHaveAttribute("href", "#address");
    expect(calls).toEqual([]);
  });

  it("moves the focus to the first consent that is missing", async () => {
    const { user, calls } = await renderCartPage({ cart });
    expect(getButton()).toBeEnabled();
    await user.click(getButton());
    expect(getAgree()).toHaveFocus();
    expect(getAgree()).toBeInvalid();
    expect(getButton()).toHaveAccessibleDescription(/Accept the public offer/);
    await user.click(getAgree());
    await user.click(getButton());
    expect(getOffer()).toHaveFocus();
    expect(getAgree()).toBeValid();
    expect(calls).toEqual([]);
  });

  it("is sent once for a double click, with what the customer saw", async () => {
    const bodies: unknown[] = [];
    const response = Promise.withResolvers<{ status: number; message: string }>();
    const api: Api = (call, body) => {
      if (call !== placed) return undefined;
      bodies.push(body);
      return response.promise;
    };
    const { user } = await renderCartPage({ cart, api });
    await user.click(getAgree());
    await user.click(getOffer());
    await user.type(screen.getByRole("textbox", { name: "Note on your order" }), "Ring twice");
    await user.dblClick(getButton());
    expect(getButton()).toBeDisabled();
    response.resolve({ status: 503, message: "Try again later" });
    const alert = await screen.findByText("Try again later");
    expect(document.activeElement).toContainElement(alert);
    expect(bodies).toEqual([
      {
        ...{ comment: "Ring twice", agree: true, agree_offer: true, duty_confirmed: false },
        expected_total: 1500,
        expected_lines: expect.anything(),
        expected_choices: { address: 5, shipping: 1, point: "", payment: 1 },
        ...{ expected_presents: 0, expected_duty: 0, expected_certificates: 0 },
      },
    ]);
  });

  it("is changed only with the duty confirmed again", async () => {
    const duty = { tax: 450, declarate: true, note: "", limit: null } as Cart["customs_tax"];
    const dutiableCart = { ...cart, customs_tax: duty };
    const changedCart = { ...dutiableCart, shipping: { ...cart.shipping, selected: 2 } };
    const api: Api = (call) => (call === "POST /v1/user/cart/shipping/2" ? { data: changedCart } : undefined);
    const { user } = await renderCartPage({ cart: dutiableCart, api });
    const getDuty = () => screen.getByRole("checkbox", { name: /^Clause 7\.14.*about ₽450/ });
    for (const getCheckbox of [getAgree, getOffer, getDuty]) await user.click(getCheckbox());
    expect(getDuty()).toBeChecked();
    await user.click(getRadio("Delivery", /^Courier/));
    await waitFor(() => expect(getDuty()).not.toBeChecked());
    expect(getAgree()).toBeChecked();
    expect(getOffer()).toBeChecked();
  });
});

it("puts lines that were saved for later back into the cart", async () => {
  const [line] = [createTestLine({ id: 2, name: "Rice soap", qty: 3 })];
  const saved = { ...line, name: "Rice soap", link_rewrite: "rice", image: line.product.image } as never;
  const bodies: unknown[] = [];
  const api: Api = (call, body) => {
    if (call !== "POST /v1/user/cart/split") return undefined;
    bodies.push(body);
    return { data: cart };
  };
  const { user } = await renderCartPage({ cart: { ...cart, next_order: { items: [saved] } }, api });
  const section = getSection("Next order");
  expect(section.getByText("× 3")).toBeVisible();
  await user.dblClick(section.getByRole("button", { name: "Move back to this order" }));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Next order" })).not.toBeInTheDocument());
  expect(bodies).toEqual([{ lines: [] }]);
});
