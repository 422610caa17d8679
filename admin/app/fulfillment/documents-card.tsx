import { FileText, Printer, RefreshCw } from "lucide-react";
import { Form, Link, useLocation, useNavigation } from "react-router";
import type { Document, DocumentKind } from "@furoshiki/api/admin/fulfillment/documents";
import { useI18n } from "../i18n/use-i18n.tsx";
import { useMe } from "../staff/me.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Note } from "../ui/note.tsx";
import { createFilePath, documentKinds, type PrintFailure } from "./document-actions.ts";

type DocumentsCardProps = {
  orderId: number;
  documents: readonly Document[];
  /** Why the last document was not printed. */
  failure: PrintFailure | null;
};

/** The documents of an order: their files, and buttons that print them. */
export function DocumentsCard({ orderId, documents, failure }: DocumentsCardProps) {
  const { t } = useI18n();
  const canPrint = useMe().permissions.includes("orders:fulfill");
  const supersededCount = documents.filter(({ superseded_at: supersededAt }) => supersededAt !== null).length;
  if (!canPrint && documents.length === 0) return null;
  return (
    <Card title={t("fulfillment.documents")}>
      {failure ? (
        <div className="mb-2.5">
          <Note tone="error">{failure.message}</Note>
        </div>
      ) : null}
      <ul className="grid gap-1">
        {documentKinds.map((kind) => (
          <DocumentItem
            key={kind}
            kind={kind}
            document={documents.find((one) => one.kind === kind && one.superseded_at === null)}
            canPrint={canPrint}
          />
        ))}
      </ul>
      {canPrint && supersededCount > 0 ? (
        <Link to={`/fulfillment/documents?order_id=${orderId}`} className="link mt-2 inline-block text-xs text-ink-2">
          {t("fulfillment.superseded_count", { count: supersededCount })}
        </Link>
      ) : null}
    </Card>
  );
}

function DocumentItem({
  kind,
  document,
  canPrint,
}: {
  kind: DocumentKind;
  document: Document | undefined;
  canPrint: boolean;
}) {
  const { t } = useI18n();
  const name = t(`fulfillment.kind_${kind}`);
  return (
    <li className="flex min-h-8 items-center gap-2.5">
      <FileText size={16} aria-hidden className="shrink-0 text-ink-3" />
      <span className={`min-w-0 grow ${document ? "" : "text-ink-2"}`}>
        {document && canPrint && !document.is_erased ? (
          <a href={createFilePath(document.id)} target="_blank" rel="noreferrer" className="link">
            {name}
          </a>
        ) : (
          name
        )}
        {document ? <span className="code ml-2 text-ink-3">{document.number}</span> : null}
      </span>
      {canPrint ? <PrintForm kind={kind} isPrinted={document !== undefined} /> : null}
    </li>
  );
}

function PrintForm({ kind, isPrinted }: { kind: DocumentKind; isPrinted: boolean }) {
  const { t } = useI18n();
  const { pathname, search } = useLocation();
  const { formData } = useNavigation();
  const isBusy = formData?.get("intent") === "print_document" && formData.get("kind") === kind;
  const Icon = isPrinted ? RefreshCw : Printer;
  const label = t(isPrinted ? "fulfillment.print_again" : "fulfillment.print_kind", {
    name: t(`fulfillment.kind_${kind}`),
  });
  return (
    <Form method="post" action={pathname + search} replace preventScrollReset>
      <input type="hidden" name="kind" value={kind} />
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
