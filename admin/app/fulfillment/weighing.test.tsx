// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Shipment } from "@furoshiki/api/admin/fulfillment/shipments";
import { renderPage } from "../../test/render-page.tsx";
import { getStationTexts, StationTextsContext } from "./station-texts.tsx";
import { Weighing } from "./weighing.tsx";

/** Renders the step with scans that are sent as `sendChanges` says. */
function renderWeighing(sendChanges: () => Promise<boolean>, isOffline = false) {
  const send = vi.fn<typeof fetch>(async () => Response.json({ data: { result: {} } }));
  vi.stubGlobal("fetch", send);
  const shipment = { id: 7, expected_weight_g: 400 } as Shipment;
  const waiting = isOffline ? [{ kind: "scan", scan_id: "a", line: 1, code: "490" } as const] : [];
  const packing = { queue: { waiting, accepted: [], isOffline }, sendChanges };
  const page = renderPage(
    <StationTextsContext value={getStationTexts("en-US")}>
      <Weighing shipment={shipment} packing={packing} onBack={() => undefined} />
    </StationTextsContext>,
  );
  return { ...page, send };
}

it("sends the weight after the scans, once, however often Enter is pressed", async () => {
  const sent = Promise.withResolvers<boolean>();
  const { user, send } = renderWeighing(() => sent.promise);
  await user.type(await screen.findByRole("textbox", { name: "Weight, g" }), "410{Enter}{Enter}");
  expect(send).not.toHaveBeenCalled();
  sent.resolve(true);
  await waitFor(() => expect(send).toHaveBeenCalledOnce());
  const [url, init] = send.mock.calls[0] ?? [];
  expect(url).toBe("/v1/admin/shipments/7");
  expect(init).toMatchObject({ method: "PATCH", body: '{"changes":{"weight_g":{"from":null,"to":410}}}' });
});

it("does not weigh a box with scans that were not sent, and says so", async () => {
  const { user, send } = renderWeighing(async () => false, true);
  expect(await screen.findByRole("alert")).toHaveTextContent("Scans have to be sent first: 1");
  await user.type(screen.getByRole("textbox", { name: "Weight, g" }), "410{Enter}");
  await waitFor(() => expect(screen.getByRole("button", { name: "Weigh" })).toBeEnabled());
  expect(send).not.toHaveBeenCalled();
});
