// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import { useActionData } from "react-router";
import { describe, expect, it, vi } from "vitest";
import type { OrderParcels } from "@furoshiki/api/fulfillment/parcels";
import type { OrderMessages } from "@furoshiki/api/orders/messages";
import type { Order } from "@furoshiki/api/orders";
import {
  createOrder,
  createOrderEditing,
  createOrderJoining,
  createOrderItem,
  createOrderParcels,
  createOrderReturns,
  createParcel,
} from "../../test/order-fixtures.ts";
import { createFailedResult, createFormAction, renderPage } from "../../test/render-page.tsx";
import { createRootData, customer } from "../../test/root-data.ts";
import { createSuccessResult, type FormResult } from "../forms/form-result.ts";
import type { ReorderResult } from "../orders/reorder.ts";
import OrderPage from "./order.page.tsx";
import type { Route } from "./+types/order.page";

type Options = Parameters<typeof renderPage>[1];

/** The page of an order that its action cancels. */
function TestPage({ order, parcels = createOrderParcels() }: { order: Order; parcels?: OrderParcels }) {
  const actionData = useActionData<ReorderResult>();
  const isCanceled = actionData?.ok && !actionData.unavailableLines && order.cancellable;
  const shownOrder = isCanceled ? createOrder({}, ["paid", "cancelled"]) : order;
  const messages: OrderMessages = {
    items: [
      { id: 1, is_own: true, text: "When does it arrive?", at: "2026-11-20T09:00:00Z", photos: [{ id: "p-1" }] },
      { id: 2, is_own: false, text: "On Friday.", at: "2026-11-20T09:31:00Z", photos: [] },
    ],
  };
  const editing = createOrderEditing({ can_edit: shownOrder.status === "paid" });
  const loaderData = {
    order: shownOrder,
    editing,
    joining: createOrderJoining(),
    returns: createOrderReturns(),
    parcels,
    messages,
    refills: { items: [] },
    messageKey: "key",
  };
  return <OrderPage {...({ loaderData, actionData } as Route.ComponentProps)} />;
}

/** Renders the page of an order whose action answers with the responses. */
function renderOrder(
  order: Order,
  responses: Parameters<typeof createFormAction> = [],
  { parcels, ...options }: Options & { parcels?: OrderParcels } = {},
) {
  const { action, onSubmit } = createFormAction(...responses);
  const pageOptions = { url: "/profile/orders/1042", rootData: { user: customer }, pageAction: action, ...options };
  const page = parcels ? <TestPage order={order} parcels={parcels} /> : <TestPage order={order} />;
  return { ...renderPage(page, pageOptions), onSubmit };
}

const getPanel = () => within(screen.getByRole("region", { name: "Order status" }));
const getEvents = (name = "Tracking") => within(screen.getByRole("region", { name }));
const listEvents = (name?: string) =>
  getEvents(name)
    .getAllByRole("listitem")
    .map((step) => step.textContent.replaceAll("\u00a0", " "));

describe("the progress of an order", () => {
  it("says until when an unpaid order must be paid, and leads to the payment", () => {
    const unpaid = { pay_until: "2026-11-08T12:02:00Z", payment_id: "p-1" };
    renderOrder(createOrder(unpaid, []));
    expect(screen.getByText(/^Pay by 8 November, 15:02 Moscow time/)).toBeVisible();
    expect(screen.getByRole("link", { name: "Pay" })).toHaveAttribute("href", "/en-US/user/payment/p-1");
    expect(screen.queryByRole("button", { name: "Order again" })).not.toBeInTheDocument();
    expect(screen.getByText("Total to pay")).toBeVisible();
  });

  it("lists what has happened with its time, newest first, after what comes next", () => {
    renderOrder(createOrder({}, ["paid", "packing"]));
    expect(listEvents()).toEqual([
      "On its way",
      "Packing10 November, 14:02",
      "Paid9 November, 14:02",
      "Placed8 November, 14:02",
    ]);
    expect(getEvents().getByRole("listitem", { current: "step" })).toHaveTextContent(/^Packing/);
  });

  it("lists the events of the parcel among the steps of the order", () => {
    renderOrder(createOrder({}, ["paid", "packing", "shipped"]), [], { parcels: createOrderParcels([createParcel()]) });
    expect(listEvents()).toEqual([
      "Delivered",
      "Released by customsMoscow15 November, 10:12",
      "At customsMoscow14 November, 10:12",
      "Handed to the carrier11 November, 14:02",
      "Packed0.36 kg10 November, 18:00",
      "Paid9 November, 14:02",
      "Placed8 November, 14:02",
    ]);
    expect(screen.getByRole("heading", { name: "Customs has released the parcel" })).toBeVisible();
  });

  it("says first that a parcel can be picked up, until when, where and with which code", () => {
    const shipping = {
      id: 6,
      name: "CDEK",
      point: "Kazan, ul. Baumana 44",
      days_min: 10,
      days_max: 18,
      promised: null,
    };
    const promised = { from: "2026-11-14", to: "2026-11-17" };
    const ready = { kind: "ready_for_pickup" as const, at: "2026-11-16T06:47:00Z", place: "" };
    const parcel = createParcel({
      events: [ready, ...createParcel().events],
      pickup: { until: "2026-11-23", code: "48 213", remind_on: "2026-11-21" },
    });
    const order = createOrder({ shipping: { ...shipping, promised } }, ["paid", "packing", "shipped"]);
    renderOrder(order, [], {
      parcels: createOrderParcels([parcel], { address: "Kazan, ul. Baumana 44", work_time: "9–21" }),
    });
    expect(getPanel().getByRole("heading")).toHaveTextContent("Ready for pickup until 23 November");
    expect(getPanel().getByText("Kazan, ul. Baumana 44. 9–21")).toBeVisible();
    expect(getPanel().getByText("48 213")).toBeVisible();
    expect(getPanel().getByText(/^Promised for/)).toHaveTextContent("Promised for 14–17 November, arrived 16 November");
    expect(listEvents().slice(0, 2)).toEqual([
      "Deliveredkept until 23 November",
      "At the pickup pointKazan, ul. Baumana 4416 November, 09:47",
    ]);
    expect(screen.getByText(/^We will remind you on 21 November/)).toBeVisible();
  });

  it("lists several parcels one by one", () => {
    const parcels = [createParcel(), createParcel({ number: 2, events: [] })];
    renderOrder(createOrder({}, ["paid", "packing", "shipped"]), [], { parcels: createOrderParcels(parcels) });
    const headings = getEvents().getAllByRole("heading", { level: 3 });
    expect(headings.map(({ textContent }) => textContent)).toEqual(["Parcel 1", "Parcel 2", "The whole order"]);
  });

  it.each([
    ["says", ["paid", "packing"], "Expected 28 November – 4 December"],
    ["no longer says", ["paid", "packing", "shipped", "delivered"], undefined],
  ] as const)("%s which days of arrival an order was promised when it is %j", (_, statuses, text) => {
    const promised = { from: "2026-11-28", to: "2026-12-04" };
    const shipping = { id: 1, name: "EMS", point: null, days_min: 20, days_max: 30, promised };
    renderOrder(createOrder({ shipping }, statuses));
    expect(screen.queryByText(/^Expected/)?.textContent.replaceAll("\u00a0", " ")).toBe(text);
  });

  it("says when a shipped parcel is expected, and where to track it", () => {
    const tracking = { number: "RA284519306JP", url: "https://post.example.com/RA284519306JP" };
    const second = { number: "RA123456785JP", url: "https://post.example.com/RA123456785JP" };
    renderOrder(createOrder({ tracking, tracking_numbers: [tracking, second] }, ["paid", "packing", "shipped"]));
    expect(screen.getByText("Expected 21–29 November")).toBeVisible();
    expect(screen.getByText(/^It usually takes 10–18 days/)).toBeVisible();
    const links = screen.getAllByRole("link", { name: "Track" });
    expect(links.map((link) => link.getAttribute("href"))).toEqual([tracking.url, second.url]);
  });

  it.each<[string, Partial<Order>, RegExp]>([
    ["after its payment", {}, /^Your refund is on its way/],
    ["before its payment", { history: createOrder({}, ["cancelled"]).history }, /^You have not been charged/],
    [
      "for want of payment",
      { history: [{ status: "cancelled", at: "2026-11-08T12:02:00Z", note: "", cause: "expired" }] },
      /^The order was not paid in time/,
    ],
  ])("says what a cancellation %s means for the money", (_when, overrides, text) => {
    renderOrder(createOrder(overrides, ["paid", "cancelled"]));
    expect(screen.getByRole("heading", { name: "Your order has been cancelled" })).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
  });

  it("prints the page", async () => {
    const print = vi.spyOn(window, "print").mockReturnValue(undefined);
    const { user } = renderOrder(createOrder());
    await user.click(screen.getByRole("button", { name: "Print" }));
    expect(print).toHaveBeenCalledOnce();
  });
});

describe("canceling an order", () => {
  const getQuestion = () => screen.getByText(/^Cancel the order\? /);
  const getCancelButton = () => screen.getByText("Cancel the order", { selector: "summary" });
  const getConfirmButton = () => screen.getByRole("button", { name: "Cancel the order" });

  it("is confirmed first, and sent once for a double click", async () => {
    const response = Promise.withResolvers<FormResult>();
    const { user, onSubmit } = renderOrder(createOrder({ cancellable: true }), [response.promise]);
    expect(getQuestion()).not.toBeVisible();
    await user.click(getCancelButton());
    expect(getQuestion()).toHaveTextContent("We will refund you to the same payment method.");
    await user.dblClick(getConfirmButton());
    expect(getConfirmButton()).toBeDisabled();
    response.resolve(createSuccessResult());
    const heading = await screen.findByRole("heading", { name: "Your order has been cancelled" });
    await waitFor(() => expect(heading).toHaveFocus());
    expect(onSubmit.mock.calls).toEqual([[{ intent: "cancel" }]]);
  });

  it("asks about the goods if nothing was paid", () => {
    renderOrder(createOrder({ cancellable: true }, []));
    expect(getQuestion()).toHaveTextContent("The items will go back on sale.");
  });

  it("can be given up, which returns the focus", async () => {
    const { user, onSubmit } = renderOrder(createOrder({ cancellable: true }));
    await user.click(getCancelButton());
    await user.click(screen.getByRole("button", { name: "Keep the order" }));
    expect(getQuestion()).not.toBeVisible();
    expect(getCancelButton()).toHaveFocus();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it("shows why it was refused", async () => {
    const refusal = createFailedResult({ message: "The parcel has left" });
    const { user } = renderOrder(createOrder({ cancellable: true }), [refusal]);
    await user.click(getCancelButton());
    await user.click(getConfirmButton());
    expect(await screen.findByRole("alert")).toHaveTextContent("The parcel has left");
  });

  it("is not offered once it is impossible", () => {
    renderOrder(createOrder({ cancellable: false }));
    expect(screen.queryByText("Cancel the order")).not.toBeInTheDocument();
  });
});

describe("ordering again", () => {
  const getButton = () => screen.getByRole("button", { name: "Order again" });

  it("lists what is not available in full, and moves the focus there", async () => {
    const order = createOrder({ items: [createOrderItem(), createOrderItem({ product_id: 8, name: "Rice soap" })] });
    const unavailableLines = [
      { cart_id: "7_0", total: 2, available: 0 },
      { cart_id: "8_0", total: 5, available: 3 },
    ];
    const { user, onSubmit } = renderOrder(order, [{ ...createSuccessResult(), unavailableLines } as FormResult]);
    await user.click(getButton());
    const notice = await screen.findByText("Not everything could be added to the cart");
    expect(screen.getByText("Camellia cream: not for sale right now")).toBeVisible();
    expect(screen.getByText("Rice soap: 3 of 5 available")).toBeVisible();
    expect(document.activeElement).toContainElement(notice);
    expect(screen.getByRole("link", { name: "Go to the cart" })).toHaveAttribute("href", "/en-US/cart");
    expect(onSubmit.mock.calls).toEqual([[{ intent: "repeat" }]]);
  });

  it("adds the items once for a double click", async () => {
    const response = Promise.withResolvers<FormResult>();
    const { user, onSubmit } = renderOrder(createOrder(), [response.promise]);
    await user.dblClick(getButton());
    expect(getButton()).toBeDisabled();
    response.resolve(createSuccessResult());
    await waitFor(() => expect(getButton()).toBeEnabled());
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it("can be repeated after the connection was lost", async () => {
    const { user, onSubmit } = renderOrder(createOrder(), ["connection lost"]);
    await user.click(getButton());
    expect(await screen.findByRole("alert")).toHaveTextContent("Check your connection");
    await waitFor(() => expect(getButton()).toBeEnabled());
    await user.click(getButton());
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(2));
  });
});

describe("the messages about an order", () => {
  const getMessages = () => within(screen.getByRole("region", { name: "Messages" }));

  it("show who wrote what, with photos, and send the form once", async () => {
    const response = Promise.withResolvers<FormResult>();
    const { user, onSubmit } = renderOrder(createOrder(), [response.promise]);
    // Between them is the photo, an item of a list of its own.
    const [own, , answer] = getMessages().getAllByRole("listitem");
    expect(own).toHaveTextContent(/^You 20\s/);
    expect(within(own).getByRole("img", { name: "Your photo 1" })).toHaveAttribute(
      ...["src", "/en-US/profile/message-photos/p-1"],
    );
    expect(answer).toHaveTextContent("On Friday.");
    await user.type(getMessages().getByRole("textbox"), "Thanks");
    await user.dblClick(getMessages().getByRole("button", { name: "Send" }));
    response.resolve(createSuccessResult());
    await waitFor(() => expect(getMessages().getByRole("button", { name: "Send" })).toBeEnabled());
    expect(onSubmit.mock.calls).toEqual([[expect.objectContaining({ text: "Thanks", key: "key", intent: "message" })]]);
  });

  it("keep the text and say why it was not sent", async () => {
    const refusal = createFailedResult({ message: "Too many messages", values: { text: "Hello" } });
    const { user } = renderOrder(createOrder(), [refusal]);
    await user.type(getMessages().getByRole("textbox"), "Hello");
    await user.click(getMessages().getByRole("button", { name: "Send" }));
    expect(await getMessages().findByRole("alert")).toHaveTextContent("Too many messages");
    expect(getMessages().getByRole("textbox")).toHaveValue("Hello");
  });
});

describe("the contents of an order", () => {
  const listTotals = () => {
    const section = within(screen.getByRole("region", { name: "Total" }));
    const values = section.getAllByRole("definition");
    return section.getAllByRole("term").map((term, index) => [term.textContent, values[index]?.textContent]);
  };

  it("keep name and price of the time of the order", () => {
    const items = [
      createOrderItem({ option_name: "50 ml", discount: 150 }),
      createOrderItem({ product_id: 8, name: "Sold out soap", link_rewrite: null, is_present: true, price_total: 0 }),
    ];
    renderOrder(createOrder({ items, comment: "Ring twice" }));
    const goods = within(screen.getByRole("region", { name: "Items" }));
    expect(goods.getByRole("link", { name: "Camellia cream" })).toHaveAttribute("href", "/en-US/cream");
    expect(goods.queryByRole("link", { name: "Sold out soap" })).not.toBeInTheDocument();
    for (const text of ["50 ml", "2 × ₽1,000", "₽150 off with code", "free gift", "Ring twice"])
      expect(goods.getByText(text)).toBeVisible();
  });

  it("add up to the total, with every discount", () => {
    const discounts = { promo: 200, bonus: 100, certificate: 300 };
    renderOrder(createOrder({ promocode: "SPRING", discounts, delivery: 0, customs_tax: 450, total: 1400 }));
    expect(listTotals()).toEqual([
      ["Items", "₽2,000"],
      ["Promo code SPRING", "−₽200"],
      ["Account credit", "−₽100"],
      ["Delivery", "free"],
      ["Gift certificate", "−₽300"],
      ["Duty on delivery", "≈\u00a0₽450"],
      ["Paid", "₽1,400"],
    ]);
  });

  it("name the recipient and the place of delivery", () => {
    renderOrder(createOrder());
    const delivery = screen.getByRole("region", { name: "Delivery" });
    expect(delivery).toHaveTextContent("420015, Russia");
    expect(delivery).toHaveTextContent("Anna Kim+7 900 123-45-67");
  });

  it("name the pickup point instead of the address", () => {
    const shipping = {
      id: 6,
      name: "CDEK",
      point: "Kazan, ul. Baumana 44",
      days_min: 10,
      days_max: 18,
      promised: null,
    };
    renderOrder(createOrder({ shipping }));
    const delivery = screen.getByRole("region", { name: "Delivery" });
    expect(delivery).toHaveTextContent("Kazan, ul. Baumana 44");
    expect(delivery).not.toHaveTextContent("420015");
  });

  it("of gift cards say when each is sent, and are neither packed nor shipped", () => {
    const giftCard = { price: 3000, recipient_name: "Olga", recipient_email: "olga@example.com", send_on: null };
    const unsent = { ...giftCard, path: null, code: null, sent_at: null, is_void: false };
    const sent = { ...unsent, sent_at: "2026-11-09T06:00:00Z", path: "/certificate/k", code: "GIFT-1" };
    const cards = [sent, unsent, { ...unsent, send_on: "2026-12-31" }, { ...unsent, is_void: true }];
    const withoutGoods = { items: [], address: null, shipping: null, products: 0, certificates_price: 12_000 };
    renderOrder(createOrder({ ...withoutGoods, certificates: { items: cards as Order["certificates"]["items"] } }));
    const list = within(screen.getByRole("region", { name: "Gift certificates" })).getAllByRole("listitem");
    expect(list[0]).toHaveTextContent("Emailed 9 November 2026");
    expect(list[1]).toHaveTextContent("The email is sent as soon as you have paid");
    expect(list[2]).toHaveTextContent("Email will be sent 31 December 2026");
    expect(list[3]).toHaveTextContent("The purchase was cancelled");
    expect(screen.getByRole("link", { name: "Open and print" })).toHaveAttribute("href", "/en-US/certificate/k");
    expect(listEvents("Order history").map((step) => step.match(/^[A-Z][a-z ]+/)?.[0])).toEqual([
      ...["Delivered", "Paid", "Placed"],
    ]);
    expect(screen.queryByRole("button", { name: "Order again" })).not.toBeInTheDocument();
  });
});

it("asks about the order in WhatsApp with its number", () => {
  const whatsapp = { phone: "7", label: "WhatsApp", url: "https://wa.me/7" };
  renderOrder(createOrder(), [], { rootData: { config: { ...createRootData("en-US").config, whatsapp } } });
  expect(screen.getByRole("link", { name: /^Questions about this order/ })).toHaveAttribute(
    "href",
    `https://wa.me/7?text=${encodeURIComponent("Hello, I have a question about order 1\u00a0042.")}`,
  );
});
