import { describe, expect, it } from "vitest";
import { ApiError, type RequestContext } from "../api-client/request-context.ts";
import { parsePrintChoice, parseTarget, printShipments } from "./print-shipments.ts";

const ORDER = 118_940_226;
const created = { reference: "1", status: "created", tracking_number: "10", errors: [] };

/** Creates an API with answers by path; documents get ascending ids. */
function createContext(answers: Record<string, unknown>) {
  const calls: string[] = [];
  const call = async (path: string, { body }: { body?: object } = {}) => {
    calls.push(body ? `${path} ${JSON.stringify(body)}` : path);
    const answer = answers[path];
    if (answer instanceof Error) throw answer;
    return answer ?? { result: { id: calls.length } };
  };
  return { calls, context: { call, path: "/orders", isDataRequest: true } as unknown as RequestContext };
}

const choose = (...kinds: string[]) => {
  const form = new FormData();
  for (const kind of kinds) form.append("kind", kind);
  return parsePrintChoice(form);
};

const targets = [
  { order_id: ORDER, shipment_id: 31 },
  { order_id: ORDER + 1, shipment_id: 32 },
];

describe("printShipments", () => {
  it("prints the documents of each shipment that was not canceled, one shipment after the other", async () => {
    const shipments = [
      { id: 31, status: "packed", carrier_order: null },
      { id: 32, status: "canceled", carrier_order: null },
      { id: 33, status: "open", carrier_order: null },
    ];
    const { calls, context } = createContext({ [`orders/${ORDER}/shipments`]: { shipments } });
    const prints = await printShipments(context, [{ order_id: ORDER }], choose("invoice", "packing_slip"));
    expect(calls.slice(1)).toEqual([
      `orders/${ORDER}/documents {"kind":"invoice","shipment_id":31}`,
      `orders/${ORDER}/documents {"kind":"packing_slip","shipment_id":31}`,
      `orders/${ORDER}/documents {"kind":"invoice","shipment_id":33}`,
      `orders/${ORDER}/documents {"kind":"packing_slip","shipment_id":33}`,
    ]);
    expect(prints).toMatchObject({ documentIds: [2, 3, 4, 5], failures: [] });
  });

  it("prints for the whole order if it has one shipment", async () => {
    const shipments = [{ id: 31, status: "packed", carrier_order: null }];
    const { calls, context } = createContext({ [`orders/${ORDER}/shipments`]: { shipments } });
    await printShipments(context, [{ order_id: ORDER }], choose("invoice"));
    expect(calls.at(-1)).toBe(`orders/${ORDER}/documents {"kind":"invoice"}`);
  });

  it("returns the shipments that CDEK knows, and names the orders of the others", async () => {
    const { context } = createContext({
      "shipments/31": { id: 31, status: "packed", carrier_order: created },
      "shipments/32": { id: 32, status: "packed", carrier_order: { ...created, status: "accepted" } },
    });
    const targets = [31, 32].map((shipment_id) => ({ order_id: ORDER + shipment_id, shipment_id }));
    expect(await printShipments(context, targets, choose("label"))).toEqual({
      documentIds: [],
      carrierFiles: ["label"],
      carrierShipmentIds: [31],
      failures: [{ order_id: ORDER + 32, message: null }],
    });
  });

  it("goes on after a refusal, and reports it once for all kinds", async () => {
    const refusal = new ApiError(409, { code: "document_not_available", message: "Not paid." });
    const { context } = createContext({ [`orders/${ORDER}/documents`]: refusal });
    const prints = await printShipments(context, targets, choose("invoice", "customs_data_sheet"));
    expect(prints.failures).toEqual([{ order_id: ORDER, message: "Not paid." }]);
    expect(prints.documentIds).toHaveLength(2);
  });

  it("keeps what was printed when the API takes no more requests", async () => {
    const { context } = createContext({
      [`orders/${ORDER + 1}/documents`]: new ApiError(429, { code: "rate_limited", message: "Wait a minute." }, 60),
    });
    const prints = await printShipments(context, targets, choose("invoice"));
    expect(prints.documentIds).toHaveLength(1);
    expect(prints.failures).toEqual([{ order_id: ORDER + 1, message: "Wait a minute." }]);
  });

  it("leads to the sign-in page when the session has expired", async () => {
    const { context } = createContext({
      [`orders/${ORDER}/documents`]: new ApiError(401, { code: "unauthenticated", message: "Sign in." }),
    });
    const thrown: unknown = await printShipments(context, targets.slice(0, 1), choose("invoice")).catch(
      (error: unknown) => error,
    );
    expect(thrown).toMatchObject({ init: { status: 401 } });
  });
});

it("reads orders and shipments of a form, and nothing else", () => {
  expect(parseTarget("118940226")).toEqual({ order_id: ORDER });
  expect(parseTarget("118940226:31")).toEqual({ order_id: ORDER, shipment_id: 31 });
  for (const value of ["", "1", "118940226:", "118940226:31/ship", "../me"]) expect(parseTarget(value)).toBeNull();
});
