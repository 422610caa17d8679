// @vitest-environment jsdom
import { act, screen } from "@testing-library/react";
import type { Me } from "@furoshiki/api/admin/staff";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { setPageVisible, stubEventSource, type TestEventSource } from "../../test/event-source.ts";
import { renderPage } from "../../test/render-page.tsx";
import { MeContext } from "../staff/me.tsx";
import { OrderChanges } from "./order-changes.tsx";

const me = { staff: { id: 1 } } as Me;
const ivan = { id: 2, name: "Ivan" };
let sources: TestEventSource[];
let loadCount: number;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  [sources, loadCount] = [stubEventSource(), 0];
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ data: [ivan] })));
  setPageVisible(true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function renderOrder() {
  const page = renderPage(
    <MeContext value={me}>
      <main id="main">
        <OrderChanges orderId={17} shipmentIds={[5]} returnIds={[]} />
        <textarea aria-label="Note" />
      </main>
    </MeContext>,
    {
      loader: () => {
        loadCount += 1;
        return null;
      },
    },
  );
  await act(() => vi.advanceTimersByTimeAsync(0));
  loadCount = 0;
  return page;
}

const receive = async (kind: string, id: string, actorId: number) => {
  sources[0]?.send({ kind, id, actor_id: actorId });
  await act(() => vi.advanceTimersByTimeAsync(3000));
};

it("reloads an order that somebody else has changed, and no other", async () => {
  await renderOrder();
  await receive("order", "17", me.staff.id);
  await receive("order", "18", ivan.id);
  await receive("shipment", "6", ivan.id);
  expect(loadCount).toBe(0);
  await receive("order", "17", ivan.id);
  await receive("shipment", "5", ivan.id);
  expect(loadCount).toBe(2);
});

it("says who has changed an order while something is entered, and reloads it on demand", async () => {
  const { user } = await renderOrder();
  vi.useRealTimers();
  await user.type(screen.getByRole("textbox"), "Call");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  await receive("order", "17", ivan.id);
  expect(screen.getByText(/^Ivan has changed this order/)).toBeVisible();
  expect(loadCount).toBe(0);
  vi.useRealTimers();
  await user.click(screen.getByRole("button", { name: "Reload" }));
  expect(screen.queryByText(/changed this order/)).not.toBeInTheDocument();
  await vi.waitFor(() => expect(loadCount).toBe(1));
  expect(screen.getByRole("textbox")).toHaveValue("Call");
});
