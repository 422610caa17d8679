import type { PurchasableVariants, PurchaseOrder } from "@furoshiki/api/admin/purchasing/purchase-orders";
import { FormDraft } from "../drafts/form-draft.tsx";
import type { FormValues } from "../drafts/form-values.ts";
import { getOrderTexts } from "./purchase-order-request.ts";
import { type EditedLine, toEditedLine } from "./use-lines.ts";

/** Variants that are loaded at once. */
const MAX_IDS = 200;

type PurchaseOrderDraftProps = {
  /** The order that is changed; null for a new one. */
  order: PurchaseOrder | null;
  /** The supplier of a new order before it is chosen. */
  supplierId: string;
  lines: readonly EditedLine[];
  setLines: (lines: readonly EditedLine[]) => void;
};

/**
 * The draft of an order from a supplier, with a field for each line. Lines that the form does not have any more are loaded
 * again, with the present name and stock of their variant.
 */
export function PurchaseOrderDraft({ order, supplierId, lines, setLines }: PurchaseOrderDraftProps) {
  const values = formatDraftLines(lines);
  const { lines: _lines, ...texts } = order
    ? getOrderTexts(order)
    : { expected_on: "", delivery: "0", tax_percent: "10", note: "", supplier_id: supplierId, lines: "" };
  // All lines of a new order are changes: the next one may begin with others.
  const stored = { ...Object.fromEntries(Object.keys(values).map((name) => [name, ""])), ...texts };
  return (
    <>
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <FormDraft
        draft={{ kind: "purchase_order", id: order?.id ?? 0 }}
        stored={order ? { ...stored, ...formatDraftLines(order.lines) } : stored}
        watched={JSON.stringify(values)}
        onRestore={async (draft) => setLines(await restoreLines(lines, draft))}
      />
    </>
  );
}

type DraftLine = Pick<EditedLine, "product_id" | "option_id" | "quantity" | "unit_cost">;

const getLineName = ({ product_id, option_id }: Pick<DraftLine, "product_id" | "option_id">) =>
  `line_${product_id}_${option_id}`;

/** Returns the lines as fields of a draft, such as `60x1180.5` for 60 pieces at that cost each. */
function formatDraftLines(lines: readonly DraftLine[]): FormValues {
  return Object.fromEntries(
    lines.map((line) => [getLineName(line), `${line.quantity}x${line.unit_cost ?? ""}`] as const),
  );
}

/** Returns the lines with the changes of a draft; an empty field removes its line, unless pieces of it have arrived. */
async function restoreLines(lines: readonly EditedLine[], draft: FormValues): Promise<EditedLine[]> {
  const kept = lines.flatMap((line) => {
    const text = draft[getLineName(line)];
    if (text === undefined) return [line];
    if (text === "") return line.received > 0 ? [line] : [];
    return [setDraftValues(line, text)];
  });
  const missing = Object.entries(draft).flatMap(([name, text]) => {
    const [, productId, optionId] = /^line_(\d+)_(\d+)$/.exec(name) ?? [];
    const isKept = kept.some((line) => getLineName(line) === name);
    return productId === undefined || text === "" || isKept ? [] : [`${productId}.${optionId}`];
  });
  const found: EditedLine[] = [];
  for (let start = 0; start < missing.length; start += MAX_IDS)
    found.push(...(await loadLines(missing.slice(start, start + MAX_IDS))));
  return [...kept, ...found.map((line) => setDraftValues(line, draft[getLineName(line)] ?? ""))];
}

function setDraftValues(line: EditedLine, text: string): EditedLine {
  const [quantity, cost = ""] = text.split("x");
  return {
    ...line,
    quantity: Math.max(1, line.received, Number(quantity) || 0),
    unit_cost: cost === "" ? null : Number(cost),
  };
}

/** Loads variants as lines. @throws Error without a connection, or if the API refuses */
async function loadLines(ids: readonly string[]): Promise<EditedLine[]> {
  const path = `/v1/admin/purchase-orders/variants?${new URLSearchParams({ ids: ids.join(",") })}`;
  const response = await fetch(path);
  if (!response.ok) throw new Error(`the variants were not loaded: ${response.status}`);
  const { data } = (await response.json()) as { data: PurchasableVariants };
  return data.items.map((variant) => toEditedLine(variant));
}
