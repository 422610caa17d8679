import { randomUUID } from "node:crypto";
import type { CdekContract } from "../src/fulfillment/settings.ts";

export const cdekContract: CdekContract = {
  tariffs: { pickup_point: 136, door: 137 },
  currency: "RUB",
  from: { country: "JP", city: "Tokyo", postcode: "1000001", address: "Chiyoda 1-1" },
  sender: { company: "Furoshiki", name: "Sato Hana", phone: "+81312345678" },
};

/** A response; bytes are sent as a PDF file. */
export type CdekResponse = { status: number; body: unknown; headers?: Record<string, string> };

type CdekStatus = { code: string; name: string; date_time: string; city: string };
type StoredOrder = {
  uuid: string;
  number: string;
  cdekNumber: string | null;
  request: Record<string, unknown>;
  statuses: CdekStatus[];
  requests: Record<string, unknown>[];
  related: { type: string; uuid: string }[];
  /** The end of the free storage at the pickup point. */
  keepFreeUntil?: string;
};

const notFound = (code: string): CdekResponse => ({
  status: 400,
  body: { requests: [{ type: "GET", state: "INVALID", errors: [{ code, message: "Entity is not found" }] }] },
});

/** The orders of a fake of CDEK's API v2, with the responses that the service was seen to send. */
export class CdekOrderBook {
  readonly #orders = new Map<string, StoredOrder>();
  readonly #prints = new Map<string, { kind: string; orders: string[]; isReady: boolean }>();
  /** With these, registering an order is refused at once. */
  refusal: { code: string; message: string }[] | null = null;
  /** Whether printing takes longer than one call. */
  isPrintSlow = false;

  list(): StoredOrder[] {
    return [...this.#orders.values()];
  }

  clear(): void {
    this.#orders.clear();
    Object.assign(this, { refusal: null, isPrintSlow: false });
  }

  /** Ends the check of the last order: it gets a number. */
  confirm(cdekNumber = "1169288867"): StoredOrder {
    const order = this.#getLast();
    Object.assign(order, { cdekNumber });
    order.requests = [createRequest("CREATE", "SUCCESSFUL")];
    this.addStatus("CREATED");
    return order;
  }

  /** Ends the check of the last order: it is invalid. */
  reject(errors: { code: string; message: string }[]): void {
    const order = this.#getLast();
    order.requests = [{ ...createRequest("CREATE", "INVALID"), errors }];
    this.addStatus("INVALID");
  }

  /** Adds a status to an order, by default the last one. */
  addStatus(code: string, { city = "Москва", at = "2026-11-25T10:00:00+0300", order = this.#getLast() } = {}): void {
    order.statuses.unshift({ code, name: code, date_time: at, city });
  }

  /** Sends the parcel of the last order back. @returns the order with which it comes back */
  sendBack(): StoredOrder {
    const order = this.#getLast();
    const back: StoredOrder = { ...order, uuid: randomUUID(), number: "return", statuses: [], related: [] };
    order.related.push({ type: "return_order", uuid: back.uuid });
    this.#orders.set(back.uuid, back);
    return back;
  }

  /** Handles a request about orders or printing; undefined for any other. */
  handle(method: string, path: string, query: URLSearchParams, body: string): CdekResponse | undefined {
    const [, root, second, third] = path.slice("/v2".length).split("/");
    if (root === "print" && second !== undefined) return this.#handlePrint(method, second, third, body);
    if (root !== "orders") return undefined;
    if (method === "POST") return this.#register(JSON.parse(body) as Record<string, unknown>);
    const number = query.get("im_number");
    const order = second === undefined ? this.list().find((one) => one.number === number) : this.#orders.get(second);
    if (!order) return notFound(second === undefined ? "v2_entity_not_found_im_number" : "v2_entity_not_found");
    if (method === "DELETE") return this.#remove(order);
    return { status: 200, body: serializeOrder(order) };
  }

  #register(request: Record<string, unknown>): CdekResponse {
    if (this.refusal)
      return {
        status: 400,
        body: { requests: [{ ...createRequest("CREATE", "INVALID"), errors: this.refusal, warnings: [] }] },
      };
    const order: StoredOrder = {
      ...{ uuid: randomUUID(), number: String(request["number"]), cdekNumber: null, request },
      ...{ statuses: [], requests: [createRequest("CREATE", "ACCEPTED")], related: [] },
    };
    this.#orders.set(order.uuid, order);
    this.addStatus("ACCEPTED", { order, city: "Офис СДЭК" });
    return { status: 202, body: { entity: { uuid: order.uuid }, requests: order.requests } };
  }

  #remove(order: StoredOrder): CdekResponse {
    const isReceived = order.statuses.some(({ code }) => !["ACCEPTED", "CREATED", "INVALID"].includes(code));
    if (isReceived) {
      const errors = [{ code: "v2_order_delete_forbidden", message: "The order has moved" }];
      return { status: 400, body: { requests: [{ ...createRequest("DELETE", "INVALID"), errors }] } };
    }
    order.requests.push(createRequest("DELETE", "SUCCESSFUL"));
    this.addStatus("REMOVED", { order });
    return { status: 202, body: { entity: { uuid: order.uuid }, requests: [createRequest("DELETE", "ACCEPTED")] } };
  }

  #handlePrint(method: string, kind: string, file: string | undefined, body: string): CdekResponse {
    if (method === "POST") {
      const { orders } = JSON.parse(body) as { orders: { order_uuid: string }[] };
      const uuid = randomUUID();
      this.#prints.set(uuid, { kind, orders: orders.map((one) => one.order_uuid), isReady: !this.isPrintSlow });
      return { status: 202, body: { entity: { uuid }, requests: [createRequest("CREATE", "ACCEPTED")] } };
    }
    const uuid = (file ?? "").replace(".pdf", "");
    const print = this.#prints.get(uuid);
    if (print?.kind !== kind) return notFound("v2_entity_not_found");
    const numbers = print.orders.map((one) => this.#orders.get(one)?.cdekNumber);
    if (file?.endsWith(".pdf")) return { status: 200, body: Buffer.from(`%PDF-1.4 ${kind} ${numbers.join(" ")}`) };
    const codes = print.isReady ? ["ACCEPTED", "PROCESSING", "READY"] : ["ACCEPTED", "PROCESSING"];
    print.isReady = true;
    const statuses = codes.map((code) => ({ code, name: code, date_time: "2026-11-25T10:00:00+0300" }));
    return { status: 200, body: { entity: { uuid, statuses }, requests: [createRequest("CREATE", "SUCCESSFUL")] } };
  }

  #getLast(): StoredOrder {
    const order = this.list().at(-1);
    if (!order) throw new Error("no order is registered");
    return order;
  }
}

function createRequest(type: string, state: string) {
  return { request_uuid: randomUUID(), type, state, date_time: "2026-11-25T10:00:00+0300", errors: [], warnings: [] };
}

function serializeOrder({
  uuid,
  number,
  cdekNumber,
  request,
  statuses,
  requests,
  related,
  keepFreeUntil,
}: StoredOrder) {
  const entity = {
    ...{ ...request, uuid, number, statuses },
    ...(cdekNumber === null ? {} : { cdek_number: cdekNumber }),
    ...(keepFreeUntil === undefined ? {} : { keep_free_until: keepFreeUntil }),
  };
  return { entity, requests, related_entities: related };
}
