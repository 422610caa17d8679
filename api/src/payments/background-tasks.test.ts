import { expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { getScope, runInScope } from "../platform/observability/request-scope.ts";
import { runInBackground, waitForBackgroundTasks } from "./background-tasks.ts";

const { app } = await openTestShop();

it("runs a few tasks at a time and all of them, even if some fail", async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let running = 0;
  let maxRunning = 0;
  let done = 0;
  for (let index = 0; index < 50; index++)
    runInBackground({ ...app, log: { ...app.log, error: () => undefined } }, "counting", async () => {
      maxRunning = Math.max(maxRunning, ++running);
      await released;
      running--;
      done++;
      if (index % 5 === 0) throw new Error("the task has failed");
    });
  expect(maxRunning).toBe(3);
  release();
  await waitForBackgroundTasks();
  expect([maxRunning, running, done]).toEqual([3, 0, 50]);
});

it("drops tasks beyond the queue limit", async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let done = 0;
  for (let index = 0; index < 2000; index++)
    runInBackground(app, "counting", async () => {
      await released;
      done++;
    });
  release();
  await waitForBackgroundTasks();
  // 3 running tasks and 1000 in the queue.
  expect(done).toBe(1003);
});

it("runs a task in the scope of the request that queued it, whichever task starts it", async () => {
  const seen: (string | undefined)[] = [];
  for (const requestId of ["a", "b", "c", "d", "e", "f", "g"])
    runInScope({ requestId, traceId: requestId, route: null }, () =>
      runInBackground(app, "looking", async () => {
        await Promise.resolve();
        seen.push(getScope()?.requestId);
      }),
    );
  await waitForBackgroundTasks();
  expect(seen.toSorted()).toEqual(["a", "b", "c", "d", "e", "f", "g"]);
});
