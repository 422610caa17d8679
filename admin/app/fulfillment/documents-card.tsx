import { FileText, Printer, RefreshCw } from "lucide-react";
import { Form, Link, useLocation, useNavigation } from "react-router";
import type { Document, DocumentKind } from "@furoshiki/api/admin/fulfillment/documents";
import type { OrderShipments } from "@furoshiki/api/admin/fulfillment/shipments";
import { useI18n } from "../i18n/use-i18n.tsx";
import { useMe } from "../staff/me.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Note } from "../ui/note.tsx";
import { createFilePath, documentKinds, type PrintFailure } from "./document-actions.ts";
import { PrintMenu } from "./print-menu.tsx";

type ShipmentOfDocuments = Pick<OrderShipments["shipments"][number], "id" | "number" | "status">;

type DocumentsCardProps = {
  orderId: number;
  /** All shipments of the order. If it leaves in several, each has documents of its own. */
  shipments: readonly ShipmentOfDocuments[];
  documents: readonly Document[];
  /** Why the last document was not printed. */
  failure: PrintFailure | null;
};

/** The documents of an order or of each of its shipments: their files, and buttons that print them. */
export function DocumentsCard({ orderId, shipments, documents, failure }: DocumentsCardProps) {
  const { t } = useI18n();
  const canPrint = useMe().permissions.includes("orders:fulfill");
  const current = documents.filter(({ superseded_at: supersededAt }) => supersededAt === null);
  const ofOrder = current.filter(({ shipment }) => shipment === null);
  const sent = shipments.filter(({ status }) => status !== "canceled");
  const supersededCount = documents.filter(({ superseded_at: supersededAt }) => supersededAt !== null).length;
  if (!canPrint && documents.length === 0) return null;
  return (
    <Card
      title={t("fulfillment.documents")}
      actions={canPrint ? <PrintMenu targets={[{ order_id: orderId }]} size="xs" /> : null}
    >
      {failure ? (
        <div className="mb-2.5">
          <Note tone="error">{failure.message}</Note>
        </div>
      ) : null}
      {sent.length > 1 ? (
        <>
          {sent.map(({ id, number }) => (
            <section key={id} className="mb-3">
              <h3 className="mb-1 font-sans text-xs font-medium text-ink-3">{t("shipments.number", { number })}</h3>
              <DocumentItems
                documents={current.filter(({ shipment }) => shipment?.id === id)}
                canRead={canPrint}
                print={canPrint ? { shipmentId: id } : null}
              />
            </section>
          ))}
          {ofOrder.length === 0 ? null : (
            <section>
              <h3 className="mb-1 font-sans text-xs font-medium text-ink-3">{t("fulfillment.before_split")}</h3>
              <DocumentItems documents={ofOrder} canRead={canPrint} print={null} />
            </section>
          )}
        </>
      ) : (
        <DocumentItems documents={current} canRead={canPrint} print={canPrint ? {} : null} />
      )}
      {canPrint && supersededCount > 0 ? (
        <Link to={`/fulfillment/documents?order_id=${orderId}`} className="link mt-2 inline-block text-xs text-ink-2">
          {t("fulfillment.superseded_count", { count: supersededCount })}
        </Link>
      ) : null}
    </Card>
  );
}

/** Where a document is printed; without a shipment for the whole order. */
type PrintedFor = Readonly<{ shipmentId?: number }>;

/** The current documents; those that can be printed are listed even before that. */
function DocumentItems({
  documents,
  canRead,
  print,
}: {
  documents: readonly Document[];
  canRead: boolean;
  /** Null if they cannot be printed. */
  print: PrintedFor | null;
}) {
  return (
    <ul className="grid gap-1">
      {documentKinds.map((kind) => {
        const document = documents.find((one) => one.kind === kind);
        return document || print ? (
          <DocumentItem key={kind} kind={kind} document={document} canRead={canRead} print={print} />
        ) : null;
      })}
    </ul>
  );
}

function DocumentItem({
  kind,
  document,
  canRead,
  print,
}: {
  kind: DocumentKind;
  document: Document | undefined;
  canRead: boolean;
  print: PrintedFor | null;
}) {
  const { t } = useI18n();
  const name = t(`fulfillment.kind_${kind}`);
  return (
    <li className="flex min-h-8 items-center gap-2.5">
      <FileText size={16} aria-hidden className="shrink-0 text-ink-3" />
      <span className={`min-w-0 grow ${document ? "" : "text-ink-2"}`}>
        {document && canRead && !document.is_erased ? (
          <a href={createFilePath(document.id)} target="_blank" rel="noreferrer" className="link">
            {name}
          </a>
        ) : (
          name
        )}
        {document ? <span className="code ml-2 text-ink-3">{document.number}</span> : null}
      </span>
      {print ? <PrintForm {...print} kind={kind} isPrinted={document !== undefined} /> : null}
    </li>
  );
}

function PrintForm({ kind, isPrinted, shipmentId }: PrintedFor & { kind: DocumentKind; isPrinted: boolean }) {
  const { t } = useI18n();
  const { pathname, search } = useLocation();
  const { formData } = useNavigation();
  const isBusy =
    formData?.get("intent") === "print_document" &&
    formData.get("kind") === kind &&
    formData.get("shipment_id") === (shipmentId?.toString() ?? null);
  const Icon = isPrinted ? RefreshCw : Printer;
  const label = t(isPrinted ? "fulfillment.print_again" : "fulfillment.print_kind", {
    name: t(`fulfillment.kind_${kind}`),
  });
  return (
    <Form method="post" action={pathname + search} replace preventScrollReset>
      <input type="hidden" name="kind" value={kind} />
      {shipmentId === undefined ? null : <input type="hidden" name="shipment_id" value={shipmentId} />}
      <Button
        type="submit"
        name="intent"
        value="print_document"
        kind="quiet"
        size="xs"
        busy={isBusy}
        aria-label={label}
        title={label}
        icon={<Icon size={16} aria-hidden />}
      />
    </Form>
  );
}
