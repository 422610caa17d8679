import { expect, it } from "vitest";
import { formatParcelAction, parseParcelAction, type ParcelAction } from "./joined-orders.ts";

it.each<ParcelAction>([{ kind: "separate" }, { kind: "join", otherId: 118_940_226 }])(
  "reads %j as it is named",
  (action) => {
    expect(parseParcelAction(formatParcelAction(action))).toEqual(action);
  },
);

it.each([null, "", "ship", "join_", "join_12", "join_118940226x", "join_1189402261"])(
  "reads no action from %j",
  (value) => {
    expect(parseParcelAction(value)).toBeNull();
  },
);
