// @vitest-environment jsdom
import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Link, useLoaderData } from "react-router";
import { setPageVisible, stubEventSource, type TestEventSource } from "../../test/event-source.ts";
import { renderPage } from "../../test/render-page.tsx";
import { useReloadOnEvents } from "../live/use-events.ts";
import { useLiveRows } from "./live-rows.ts";
import { NewOrdersButton } from "./new-orders-button.tsx";

let sources: TestEventSource[];
/** The ids of the orders on the server, the newest first. */
let ids: number[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  [sources, ids] = [stubEventSource(), [2, 1]];
  setPageVisible(true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function List() {
  const { rows, newCount, showNew } = useLiveRows(useLoaderData<{ id: number }[]>(), false);
  useReloadOnEvents(["order"]);
  return (
    <>
      <NewOrdersButton count={newCount} onShow={showNew} />
      <ul>
        {rows.map(({ id }) => (
          <li key={id}>{id}</li>
        ))}
      </ul>
      <Link to="?sort=due_asc">sort</Link>
    </>
  );
}

async function renderList() {
  const page = renderPage(<List />, { loader: () => ids.map((id) => ({ id })) });
  await act(() => vi.advanceTimersByTimeAsync(0));
  return page;
}

/** Sends an event and waits until the list has reloaded its rows. */
const receive = async (kind: string) => {
  sources[0]?.send({ kind, id: "3", actor_id: null });
  await act(() => vi.advanceTimersByTimeAsync(3000));
};
const readIds = () => screen.getAllByRole("listitem").map(({ textContent }) => Number(textContent));
const findButton = () => screen.queryByRole("button");

it("lets new orders wait until the person shows them", async () => {
  const { user } = await renderList();
  ids = [3, 2, 1];
  await receive("review");
  expect(findButton()).not.toBeInTheDocument();
  await receive("order");
  expect(findButton()).toHaveTextContent("1 new – show");
  ids = [4, 3, 2, 1];
  await receive("order");
  expect(findButton()).toHaveTextContent("2 new – show");
  expect(readIds()).toEqual([2, 1]);
  vi.useRealTimers();
  await user.click(screen.getByRole("button"));
  expect(readIds()).toEqual([4, 3, 2, 1]);
  expect(findButton()).not.toBeInTheDocument();
});

it("shows the current orders after a navigation", async () => {
  const { user } = await renderList();
  ids = [3, 2, 1];
  await receive("order");
  vi.useRealTimers();
  await user.click(screen.getByRole("link", { name: "sort" }));
  await vi.waitFor(() => expect(readIds()).toEqual([3, 2, 1]));
  expect(findButton()).not.toBeInTheDocument();
});
