// @vitest-environment jsdom
import { act, screen } from "@testing-library/react";
import type { Task, TaskPage } from "@furoshiki/api/admin/tasks";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { setPageVisible, stubEventSource, type TestEventSource } from "../../test/event-source.ts";
import { createTask } from "../../test/create-task.ts";
import { renderPage } from "../../test/render-page.tsx";
import { RunningTasksContext, useLiveTasks } from "../live/running-tasks.ts";
import { RunningTasksCard } from "./running-tasks-card.tsx";
import { TasksLink } from "./tasks-link.tsx";

let sources: TestEventSource[];
/** The running tasks on the server. */
let items: Task[];
const loaded: TaskPage = { items: [createTask({ id: 1 }), createTask({ id: 2, kind: "orders.assign" })], next: null };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  sources = stubEventSource();
  items = [...loaded.items];
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ data: { items, next: null } })));
  setPageVisible(true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function Header() {
  return (
    <RunningTasksContext value={useLiveTasks(loaded)}>
      <TasksLink />
      <RunningTasksCard />
    </RunningTasksContext>
  );
}

const reload = async () => {
  sources[0]?.send({ kind: "task", id: "1", actor_id: 1 });
  await act(() => vi.advanceTimersByTimeAsync(3000));
};
const getLink = () => screen.getByRole("button", { name: /^Tasks/ });

it("counts the running tasks, shows their progress and announces their end", async () => {
  renderPage(<Header />);
  expect(getLink()).toHaveAccessibleName("Tasks, 2 running");
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
  items = [createTask({ id: 1, status: "running", done: 7, failed: 1 })];
  await reload();
  expect(getLink()).toHaveAccessibleName("Tasks, 1 running");
  expect(screen.getByRole("progressbar", { name: "Start packing, 12 orders" })).toHaveAttribute("value", "8");
  expect(screen.getByText("8 of 12")).toBeVisible();
  expect(screen.getByRole("status")).toHaveTextContent("The task has ended: Assign to me, 12 orders");
  items = [];
  await reload();
  expect(getLink()).toHaveAccessibleName("Tasks");
  expect(screen.getByRole("status")).toHaveTextContent("The task has ended: Start packing, 12 orders");
  expect(screen.queryByRole("progressbar")).toBeNull();
});
