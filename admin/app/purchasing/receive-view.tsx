import { useState } from "react";
import { Form, Link, useNavigation } from "react-router";
import type { PurchaseOrder, PurchaseOrderLine } from "@furoshiki/api/admin/purchasing/purchase-orders";
import type { FormErrors } from "../api-client/form-errors.ts";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Field } from "../ui/field.tsx";
import { Note } from "../ui/note.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { ScanField } from "../ui/scan-field.tsx";
import { Thumbnail } from "../ui/thumbnail.tsx";
import { findScannedLine } from "./find-scanned-line.ts";
import { formatPurchaseOrderNumber, getPurchaseOrderPath, PURCHASE_ORDERS_PATH } from "./order-number.ts";

type ReceiveViewProps = {
  order: PurchaseOrder;
  idempotencyKey: string;
  result: FormErrors | undefined;
};

/** What has arrived of a line; zero until something is entered or scanned. */
type Arrived = Readonly<{ pieces: number; damaged: number }>;
const nothing: Arrived = { pieces: 0, damaged: 0 };

/** Receives goods: their barcodes are scanned, or the pieces of each line are entered. */
export function ReceiveView({ order, idempotencyKey, result }: ReceiveViewProps) {
  const { t } = useCatalogI18n();
  const [arrived, setArrived] = useState<Readonly<Record<number, Arrived>>>({});
  const [scanned, setScanned] = useState<PurchaseOrderLine | "unknown" | null>(null);
  const isBusy = useNavigation().formMethod === "POST";
  const path = getPurchaseOrderPath(order.id);
  const number = formatPurchaseOrderNumber(order.id);
  const lines = order.lines.filter(({ quantity, received }) => received < quantity);
  const change = (line: PurchaseOrderLine, changes: Partial<Arrived>) =>
    setArrived((previous) => ({ ...previous, [line.line]: { ...(previous[line.line] ?? nothing), ...changes } }));
  const scan = (code: string) => {
    const line = findScannedLine(lines, code);
    setScanned(line ?? "unknown");
    if (line) change(line, { pieces: (arrived[line.line]?.pieces ?? 0) + 1 });
  };
  const pieces = lines.reduce((sum, { line }) => sum + (arrived[line]?.pieces ?? 0) + (arrived[line]?.damaged ?? 0), 0);
  return (
    <>
      <PageHeader
        title={t("purchasing.receive_title", { number })}
        breadcrumbs={[
          { name: t("purchasing.title"), path: PURCHASE_ORDERS_PATH },
          { name: number, path },
        ]}
        subtitle={order.supplier.name}
        actions={
          <Link to={path} className={buttonClass({ size: "md" })}>
            {t("purchasing.discard")}
          </Link>
        }
      />
      <Form method="post" replace className="grid max-w-3xl gap-4 px-4 pt-3 pb-24 desk:px-6 desk:pt-4 desk:pb-6">
        <input type="hidden" name="idempotency_key" value={idempotencyKey} />
        {result ? <Note tone="error">{result.message}</Note> : null}
        <ScanField label={t("purchasing.scan")} onScan={scan} />
        <ScanResult scanned={scanned} arrived={arrived} />
        <Card
          title={t("purchasing.lines")}
          isFlush
          actions={
            <Button
              onClick={() =>
                setArrived(
                  Object.fromEntries(
                    lines.map(({ line, quantity, received }) => [
                      line,
                      { ...nothing, pieces: quantity - received - (arrived[line]?.damaged ?? 0) },
                    ]),
                  ),
                )
              }
            >
              {t("purchasing.all_arrived")}
            </Button>
          }
        >
          <ul>
            {lines.map((line) => (
              <ReceiveLine
                key={line.line}
                line={line}
                arrived={arrived[line.line] ?? nothing}
                onChange={(changes) => change(line, changes)}
              />
            ))}
          </ul>
        </Card>
        <Field
          id="reason"
          label={t("purchasing.receive_note")}
          hint={t("purchasing.receive_note_hint")}
          maxLength={500}
          autoComplete="off"
        />
        <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
          {pieces === 0 ? <p className="text-ink-3">{t("purchasing.nothing_arrived")}</p> : null}
          <Button type="submit" kind="primary" size="md" busy={isBusy} disabled={pieces === 0}>
            {t("purchasing.confirm_receive", { count: pieces })}
          </Button>
        </div>
      </Form>
    </>
  );
}

type ScanResultProps = {
  scanned: PurchaseOrderLine | "unknown" | null;
  arrived: Readonly<Record<number, Arrived>>;
};

/** What was scanned last, for screen readers too. */
function ScanResult({ scanned, arrived }: ScanResultProps) {
  const { t } = useCatalogI18n();
  return (
    <div role="status">
      {scanned === "unknown" ? <Note tone="warn">{t("purchasing.scan_unknown")}</Note> : null}
      {scanned === null || scanned === "unknown" ? null : (
        <Note tone="ok">
          {t("purchasing.scanned", {
            name: [scanned.name, scanned.option_name].filter(Boolean).join(", "),
            pieces: arrived[scanned.line]?.pieces ?? 0,
            count: scanned.quantity - scanned.received,
          })}
        </Note>
      )}
    </div>
  );
}

type ReceiveLineProps = {
  line: PurchaseOrderLine;
  arrived: Arrived;
  onChange: (changes: Partial<Arrived>) => void;
};

function ReceiveLine({ line, arrived, onChange }: ReceiveLineProps) {
  const { t } = useCatalogI18n();
  const name = [line.name, line.option_name].filter(Boolean).join(", ");
  const left = line.quantity - line.received;
  return (
    <li className="flex flex-wrap items-end gap-x-4 gap-y-2 border-t border-hair px-4 py-2.5 first:border-t-0">
      <Thumbnail image={line.image} size={44} className="self-center" />
      <span className="min-w-0 grow basis-52 self-center">
        <span className="block font-medium wrap-anywhere">{name}</span>
        <span className="block text-xs text-ink-3">
          <span className="code">{line.reference}</span> · {t("purchasing.left_count", { count: left })}
        </span>
      </span>
      <span className="flex gap-2">
        {(["pieces", "damaged"] as const).map((key) => (
          <label key={key} className="grid gap-1 text-xs text-ink-2">
            <span>
              {t(`purchasing.arrived_${key}`)}
              <span className="sr-only"> {name}</span>
            </span>
            <input
              type="number"
              inputMode="numeric"
              name={`${key}_${line.line}`}
              value={arrived[key] === 0 ? "" : arrived[key]}
              min={0}
              max={left}
              onChange={({ currentTarget: { valueAsNumber: value } }) =>
                onChange({ [key]: Number.isNaN(value) ? 0 : Math.max(0, Math.trunc(value)) })
              }
              className="num h-11 w-20 rounded-md border border-line-strong bg-card px-2.5 text-right text-base text-ink desk:h-9 desk:text-sm"
            />
          </label>
        ))}
      </span>
    </li>
  );
}
