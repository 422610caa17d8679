// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import type { Me } from "@furoshiki/api/admin/staff";
import type { Task } from "@furoshiki/api/admin/tasks";
import { expect, it } from "vitest";
import { createTask } from "../../test/create-task.ts";
import { renderPage } from "../../test/render-page.tsx";
import { MeContext } from "../staff/me.tsx";
import { TaskList } from "./task-list.tsx";

const none = { items: [], next: null };
const ended = { status: "succeeded", finished_at: "2026-11-20T08:01:00.000Z", has_result: true } as const;

const renderTask = (fields: Partial<Task>, permissions: Me["permissions"] = ["orders:read", "orders:fulfill"]) => {
  const task = createTask(fields);
  const [running, items] = task.finished_at === null ? [[task], []] : [[], [task]];
  const list = <TaskList running={running} planned={none} ended={{ items, next: null }} today="2026-11-20" />;
  renderPage(<MeContext value={{ permissions } as Me}>{list}</MeContext>);
  return within(screen.getByRole("listitem", { name: /orders$/ }));
};
const getButtons = (item: ReturnType<typeof renderTask>) =>
  item.queryAllByRole("button").map(({ textContent }) => textContent?.split(":")[0]);

it("shows how far a running task is, and stops it", () => {
  const item = renderTask({ status: "running", done: 5, unchanged: 1, can_cancel: true });
  expect(item.getByText("6 of 12")).toBeVisible();
  expect(getButtons(item)).toEqual(["Stop"]);
});

it("says that a task stops after the part that is executed", () => {
  const item = renderTask({ status: "running", is_cancel_requested: true });
  expect(item.getByText("It stops after this part.")).toBeVisible();
  expect(getButtons(item)).toEqual([]);
});

it("lists why records were refused, with links to them, and what can be done", () => {
  const failures = [
    { error: "Changed meanwhile.", count: 4, subject_ids: ["483201774", "118940226"], labels: [null, null] },
  ];
  const counts = { done: 7, unchanged: 1, failed: 4 };
  const undo_until = "2026-12-20T08:01:00.000Z";
  const item = renderTask({ ...ended, ...counts, failures, undo_until, can_continue: true });
  expect(item.getByText("Irina M. · done · 7 changed · 1 unchanged · 4 refused")).toBeVisible();
  expect(item.getByText("4 refused.").parentElement).toHaveTextContent("Changed meanwhile. 483 201 774, 118 940 226 …");
  expect(item.getByRole("link", { name: /^483.201.774$/ })).toHaveAttribute("href", "/orders/483201774");
  expect(getButtons(item)).toEqual(["Retry refused", "Undo"]);
  expect(item.getByText("until 20 Dec")).toBeVisible();
  expect(item.getByRole("link", { name: /^Result CSV/ })).toHaveAttribute("href", "/v1/admin/tasks/1/result");
});

it("links records to the page that the person may open", () => {
  const failures = [{ error: "Changed meanwhile.", count: 1, subject_ids: ["483201774"], labels: [null] }];
  const item = renderTask({ ...ended, failed: 1, failures }, ["orders:fulfill"]);
  expect(item.getByRole("link", { name: /^483/ })).toHaveAttribute("href", "/fulfillment/pack/483201774");
});

it("names the task that another one undoes, and what a stopped one has left out", () => {
  const item = renderTask({ ...ended, status: "canceled", undo_of: 7, done: 5, can_continue: true });
  expect(item.getByRole("heading", { name: "Undo: Start packing, 12 orders" })).toBeVisible();
  expect(item.getByText("Irina M. · stopped · 5 changed · 7 left out")).toBeVisible();
  expect(getButtons(item)).toEqual(["Continue"]);
});

it("says when a planned task begins, in the time of the store, and moves or cancels it", () => {
  const item = renderTask({ run_at: "2026-11-27T21:00:00.000Z", can_cancel: true, can_reschedule: true });
  expect(item.getByText(/begins 28.November, 00:00/)).toBeVisible();
  expect(item.getByLabelText("Begins, Moscow time")).toHaveValue("2026-11-28T00:00");
  expect(getButtons(item)).toEqual(["Move", "Cancel"]);
});

it("explains an empty list", () => {
  renderPage(<TaskList running={[]} planned={none} ended={{ items: [], next: null }} today="2026-11-20" />);
  expect(screen.getByRole("heading", { name: "No tasks yet" })).toBeVisible();
});

it("names products as people do, and links to them", () => {
  const failures = [{ error: "It lacks: a picture.", count: 1, subject_ids: ["204"], labels: ["AS-204"] }];
  const product = { kind: "products.update", subject_kind: "product", input: { change: "publish" } };
  const task = createTask({ ...ended, ...product, failed: 1, failures });
  renderPage(
    <MeContext value={{ permissions: ["products:read"] } as unknown as Me}>
      <TaskList running={[]} planned={none} ended={{ items: [task], next: null }} today="2026-11-20" />
    </MeContext>,
  );
  expect(screen.getByRole("heading", { name: "Publish products, 12 products" })).toBeVisible();
  expect(screen.getByRole("link", { name: "AS-204" })).toHaveAttribute("href", "/products/204");
});

it("leads to later planned tasks", () => {
  const planned = { items: [createTask({ run_at: "2026-12-01T06:00:00.000Z", can_reschedule: true })], next: 7 };
  renderPage(
    <MeContext value={{ permissions: ["orders:read"] } as unknown as Me}>
      <TaskList running={[]} planned={planned} ended={none} today="2026-11-20" />
    </MeContext>,
  );
  expect(screen.getByRole("link", { name: "Later" })).toHaveAttribute("href", "/?planned_after=7");
});
