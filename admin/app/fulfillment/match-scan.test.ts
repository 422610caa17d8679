import { matchScan as matchScanInApi } from "@furoshiki/api/fulfillment/shipments";
import fc from "fast-check";
import { expect, it } from "vitest";
import { matchScan } from "./match-scan.ts";

const code = fc.constantFrom("0490091838589", "490091838589", "AS-204", "as204", "AS 205", "");
const item = fc
  .record({ barcode: fc.option(code), reference: code, option_id: fc.nat(2), quantity: fc.integer({ min: 1, max: 2 }) })
  .chain((one) => fc.nat(one.quantity).map((packed) => ({ ...one, packed })));
const items = fc.array(item, { maxLength: 4 }).map((list) => list.map((one, index) => ({ ...one, line: index + 1 })));

it("finds the same line as the API", () => {
  fc.assert(
    fc.property(items, code, (list, scanned) => {
      expect(matchScan(list, scanned)).toEqual(matchScanInApi(list, { code: scanned }));
    }),
  );
});
