// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { ApiError } from "../api-client/request-context.ts";
import { runWithStepUp, type StepUp } from "./step-up.ts";
import { StepUpDialog } from "./step-up-dialog.tsx";

const stepUp: StepUp = {
  fields: [
    ["intent", "disable"],
    ["id", "7"],
  ],
  error: null,
  demoCode: null,
};
const getField = () => screen.getByRole("textbox", { name: "Code" });

it("sends the refused form again with the code", async () => {
  const forms: unknown[] = [];
  const { user } = renderPage(<StepUpDialog stepUp={stepUp} />, {
    action: async ({ request }) => {
      forms.push(Object.fromEntries(await request.formData()));
      return null;
    },
  });
  expect(screen.getByRole("dialog", { name: "Confirm with a code" })).toBeVisible();
  await user.type(getField(), "407152");
  await waitFor(() => expect(forms).toEqual([{ intent: "disable", id: "7", step_up_code: "407152" }]));
});

it("shows a refused code, and the owner of a demonstration their code", async () => {
  const { user } = renderPage(<StepUpDialog stepUp={{ ...stepUp, error: "Wrong code.", demoCode: "407152" }} />);
  expect(getField()).toHaveAccessibleDescription("Wrong code.");
  expect(screen.getByText("407152")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});

const createForm = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};
const refuse = (status: number, code: string) => new ApiError(status, { code, message: `Refused: ${code}` });
const createCall = (answers: Record<string, unknown>) =>
  vi.fn<(path: string, options?: { method?: string }) => Promise<unknown>>(async (path, { method = "GET" } = {}) => {
    const answer = answers[`${method} ${path}`];
    if (answer instanceof Error) throw answer;
    return answer;
  });
type Call = Parameters<typeof runWithStepUp>[0]["call"];

it("runs the action, or returns its form if it needs a code", async () => {
  const call = createCall({ "GET session/step-up": { demo_code: null } });
  const form = createForm({ intent: "disable", id: "7" });
  expect(await runWithStepUp({ call: call as Call }, form, async () => "done")).toBe("done");
  expect(call).not.toHaveBeenCalled();
  const refused = runWithStepUp({ call: call as Call }, form, () => Promise.reject(refuse(403, "step_up_required")));
  expect(await refused).toEqual({ stepUp });
  const other = runWithStepUp({ call: call as Call }, form, () => Promise.reject(refuse(409, "own_role")));
  await expect(other).rejects.toMatchObject({ code: "own_role" });
});

it("enters the code first, and does nothing with a wrong one", async () => {
  const form = createForm({ intent: "disable", id: "7", step_up_code: "407152" });
  const run = vi.fn<() => Promise<string>>(async () => "done");
  const accepted = createCall({});
  expect(await runWithStepUp({ call: accepted as Call }, form, run)).toBe("done");
  expect(accepted).toHaveBeenCalledExactlyOnceWith("session/step-up", { method: "POST", body: { code: "407152" } });
  run.mockClear();
  const wrong = createCall({
    "POST session/step-up": refuse(422, "wrong_code"),
    "GET session/step-up": { demo_code: "111111" },
  });
  expect(await runWithStepUp({ call: wrong as Call }, form, run)).toEqual({
    stepUp: { ...stepUp, error: "Refused: wrong_code", demoCode: "111111" },
  });
  expect(run).not.toHaveBeenCalled();
});
