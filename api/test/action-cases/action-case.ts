import fc from "fast-check";
import { adminActions } from "../../src/admin-actions.ts";
import type { AnyAdminAction } from "../../src/staff/admin-action.ts";
import type { ActionCaller, ExecutedAction } from "../../src/staff/execute-admin-action.ts";
import { executeAdminAction } from "../../src/staff/execute-admin-action.ts";
import type { openPaymentTestShop } from "../payment-shop.ts";

/** Values from which a case makes the input of an action. */
export const generatedValues = fc.record({
  text: fc.stringMatching(/^[A-Za-zа-яё0-9 ,.]{1,60}$/).map((text) => text.trim() || "text"),
  count: fc.integer({ min: 1, max: 4 }),
  priceMinor: fc.integer({ min: 10_001, max: 99_999 }),
  flag: fc.boolean(),
});
export type GeneratedValues = typeof generatedValues extends fc.Arbitrary<infer V> ? V : never;

/** The store in which the cases of actions run, and the member of staff who executes them. */
export type CaseContext = {
  shop: Awaited<ReturnType<typeof openPaymentTestShop>>;
  caller: ActionCaller;
};

export type ActionInput = { params: object; input: object };

/** Creates what an action needs, and returns parameters and input with which it changes something. */
export type ActionCase = (context: CaseContext, values: GeneratedValues) => Promise<ActionInput>;

/** Returns an action by its name. */
export function findAction(name: string): AnyAdminAction {
  const action = adminActions.find((one) => one.name === name);
  if (!action) throw new Error(`there is no action ${name}`);
  return action;
}

/** Executes or previews an action with parameters and input as a request has them. */
export async function executeCase(
  { shop, caller }: CaseContext,
  name: string,
  { params, input }: ActionInput,
  isPreview: boolean = false,
): Promise<ExecutedAction<unknown>> {
  const action = findAction(name);
  const call = { params: action.params.parse(params), input: action.input.parse(input) };
  return executeAdminAction(shop.app, action, { ...caller, isPreview, ...call });
}
