import {
  getArgument,
  getIntegerOption,
  type Command,
  type CommandContext,
  CommandError,
} from "../../platform/commands/command.ts";
import { parseOrderNumber } from "../../orders/order-number-argument.ts";
import { refusals as orderRefusals } from "../../orders/schema.ts";
import { refuse } from "../../platform/http/errors.ts";
import { parseStoreTime } from "../../platform/i18n/store-dates.ts";
import { asOption, runActionAsOperator } from "../../staff/run-action-as-operator.ts";
import { recordParcelEvent } from "./admin-actions.ts";
import { recordedKinds } from "./admin-schema.ts";
import { findShipmentByOrder } from "./sql.ts";

export const commands: readonly Command[] = [
  {
    name: "parcels record",
    summary: "record what has happened to a parcel; its customer sees it, and is emailed about some events",
    arguments: [
      { name: "ORDER", summary: "the order number, nine digits" },
      { name: "EVENT", summary: `what has happened: ${recordedKinds.join(", ")}` },
    ],
    options: {
      parcel: { type: "string", value: "NUMBER", summary: "which parcel of the order, the first one by default" },
      at: { type: "string", value: "TIME", summary: 'when, such as "2026-12-04 09:47" in Moscow; now by default' },
      place: { type: "string", value: "TEXT", summary: "where: a city or an address" },
      until: { type: "string", value: "DAY", summary: "the last day at the pickup point, such as 2026-12-11" },
      code: { type: "string", value: "CODE", summary: "what the recipient names at the pickup point" },
      ...asOption,
    },
    run: async (context) => {
      const orderId = parseOrderNumber("ORDER", getArgument(context, "ORDER"));
      const name = getArgument(context, "EVENT");
      const kind = recordedKinds.find((one) => one === name);
      if (!kind) throw new CommandError(`EVENT is "${name}", but takes one of ${recordedKinds.join(", ")}.`);
      const number = getIntegerOption(context, "parcel", { min: 1, max: 32_767 }) ?? 1;
      const id = await findShipmentByOrder(context.app.db, orderId, number);
      if (id === undefined) throw refuse(orderRefusals, "order_not_found");
      const { result, audit_entry_id: entryId } = await runActionAsOperator(context, recordParcelEvent, {
        params: { id: String(id) },
        input: {
          ...{ kind, at: getTime(context), place: getText(context, "place") },
          ...{ storage_until: getText(context, "until"), pickup_code: getText(context, "code") },
        },
      });
      const outcome = entryId === null ? "was recorded before: nothing changed" : "is recorded";
      return { data: result, lines: [`${kind} of parcel ${number} of order ${orderId} ${outcome}.`] };
    },
  },
];

function getText({ options }: CommandContext, name: string): string | undefined {
  const value = options[name];
  return typeof value === "string" ? value : undefined;
}

function getTime(context: CommandContext): string | undefined {
  const text = getText(context, "at");
  if (text === undefined) return undefined;
  const parsed = parseStoreTime(text);
  if (!parsed) throw new CommandError(`--at is "${text}", but takes a time such as "2026-12-04 09:47".`);
  return parsed.time.toISOString();
}
