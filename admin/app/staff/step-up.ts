import type { StepUpState } from "@furoshiki/api/admin/staff";
import { ApiError, type RequestContext } from "../api-client/request-context.ts";

/** The field of a form that has the code of the authenticator app. */
export const STEP_UP_FIELD = "step_up_code";

/** A form that was refused because it needs a recent code. It is sent again with the code. */
export type StepUp = Readonly<{
  /** The fields of the form, with their values. */
  fields: ReadonlyArray<readonly [name: string, value: string]>;
  /** Why the code that was entered is refused, localized; null before one was. */
  error: string | null;
  /** The code of the owner of a demonstration, who has no authenticator app. */
  demoCode: string | null;
}>;

/**
 * Runs an action that may need a recent code of the authenticator app. A form with a code (`StepUpDialog`) enters it
 * first.
 * @param form the form of the action, without files
 * @returns the result of `run`; or what the dialog shows, if a code is needed or the entered one is refused
 * @throws what `run` throws otherwise
 */
export async function runWithStepUp<R>(
  { call }: Pick<RequestContext, "call">,
  form: FormData,
  run: () => Promise<R>,
): Promise<R | { stepUp: StepUp }> {
  const code = form.get(STEP_UP_FIELD);
  const refusedCode = code === null ? null : await enterCode(call, String(code));
  if (refusedCode === null)
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "step_up_required") throw error;
    }
  const { demo_code } = await call<StepUpState>("session/step-up");
  const fields = [...form].flatMap(([name, value]) =>
    name === STEP_UP_FIELD || typeof value !== "string" ? [] : [[name, value] as const],
  );
  return { stepUp: { fields, error: refusedCode, demoCode: demo_code } };
}

/** @returns why the code is refused; null if it was accepted */
async function enterCode(call: RequestContext["call"], code: string): Promise<string | null> {
  try {
    await call("session/step-up", { method: "POST", body: { code } });
    return null;
  } catch (error) {
    if (error instanceof ApiError && [422, 429].includes(error.status)) return error.message;
    throw error;
  }
}
