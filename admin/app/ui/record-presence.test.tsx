// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { setPageVisible, stubEventSource, type TestEventSource } from "../../test/event-source.ts";
import { renderPage } from "../../test/render-page.tsx";
import { RecordPresence } from "./record-presence.tsx";

const ivan = { id: 2, name: "Ivan" };
const olga = { id: 3, name: "Olga" };
let sources: TestEventSource[];
/** The colleagues that the server knows of; null: it cannot be reached. */
let present: { id: number; name: string }[] | null;
let requests: string[];

beforeEach(() => {
  sources = stubEventSource();
  [present, requests] = [[ivan], []];
  vi.stubGlobal("fetch", (_path: string, { method = "", body }: { method?: string; body: string }) => {
    requests.push(`${method} ${body}`);
    return present === null
      ? Promise.reject(new TypeError("Failed to fetch"))
      : Promise.resolve(Response.json({ data: { items: present } }));
  });
  setPageVisible(true);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const body = JSON.stringify({ kind: "order", id: "17" });
const changePresence = (id: string) => sources[0]?.send({ kind: "presence", id, actor_id: null });

it("shows who else has the order open, as they come and leave", async () => {
  renderPage(<RecordPresence kind="order" id={17} />);
  expect(await screen.findByText("Ivan is viewing")).toBeVisible();
  present = [ivan, olga];
  changePresence("order:18");
  expect(requests).toEqual([`PUT ${body}`]);
  changePresence("order:17");
  expect(await screen.findByText("Ivan, Olga are viewing")).toBeVisible();
  present = [];
  changePresence("order:17");
  await waitFor(() => expect(screen.queryByText(/viewing/)).not.toBeInTheDocument());
});

it("shows nobody without a connection", async () => {
  renderPage(<RecordPresence kind="order" id={17} />);
  expect(await screen.findByText("Ivan is viewing")).toBeVisible();
  present = null;
  changePresence("order:17");
  await waitFor(() => expect(screen.queryByText(/viewing/)).not.toBeInTheDocument());
});

it("reports the order as open while the page is visible", async () => {
  renderPage(<RecordPresence kind="order" id={17} />);
  expect(await screen.findByText("Ivan is viewing")).toBeVisible();
  setPageVisible(false);
  changePresence("order:17");
  expect(requests).toEqual([`PUT ${body}`, `DELETE ${body}`]);
  setPageVisible(true);
  expect(requests.at(-1)).toBe(`PUT ${body}`);
});

it("reports a product as a product", async () => {
  renderPage(<RecordPresence kind="product" id={17} />);
  expect(await screen.findByText("Ivan is viewing")).toBeVisible();
  changePresence("order:17");
  expect(requests).toEqual([`PUT ${JSON.stringify({ kind: "product", id: "17" })}`]);
  present = [];
  changePresence("product:17");
  await waitFor(() => expect(screen.queryByText(/viewing/)).not.toBeInTheDocument());
});
